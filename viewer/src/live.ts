// The page beside its server: documents, curves on demand, changes of the model file.
import { fromBase64 } from "./codec";
import type { App, Server } from "./app";
import type { Fault, Header } from "./types";

interface Reply {
  version: number;
  header?: Header;
  numbers?: string;
  faults: Fault[];
}

export class Live implements Server {
  version = -1; // of what is shown
  private last = -1;
  private app: App | null = null;

  async column(index: number): Promise<Float32Array> {
    const reply = await fetch(`column?index=${index}&version=${this.last}`);
    if (!reply.ok) return new Float32Array();
    return new Float32Array(await reply.arrayBuffer());
  }

  async parameters(values: Record<string, number>): Promise<void> {
    await this.take(await this.post("parameters", values));
  }

  async drag(joint: string, coordinate: string, value: number): Promise<Record<string, number[]>> {
    return (await this.post("drag", { joint, coordinate, value })) as Record<string, number[]>;
  }

  private async post(path: string, body: unknown): Promise<unknown> {
    const reply = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(await reply.text());
    return reply.json();
  }

  /** Show what came; faults leave the last good picture. */
  private async take(reply: unknown): Promise<void> {
    const { version, header, numbers, faults } = reply as Reply;
    if (!this.app) return;
    this.last = version;
    this.app.faults = faults;
    if (header) await this.app.load(header, fromBase64(numbers ?? ""));
    this.app.tell("faults");
    this.version = version;
  }

  async start(app: App): Promise<void> {
    this.app = app;
    await this.take(await (await fetch("document")).json());
    void this.follow();
  }

  private async follow(): Promise<void> {
    let pause = 200;
    for (;;) {
      try {
        const reply = await fetch(`wait?version=${this.last}`);
        if (!reply.ok) throw new Error(String(reply.status));
        const { version } = (await reply.json()) as { version: number };
        if (this.app && !this.app.connected) {
          this.app.connected = true;
          this.app.tell("faults");
        }
        pause = 200;
        if (version !== this.last) await this.take(await (await fetch("document")).json());
      } catch {
        if (this.app?.connected) {
          this.app.connected = false;
          this.app.tell("faults");
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 2, 5000);
      }
    }
  }
}
