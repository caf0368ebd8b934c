"""Building a wheel: `VAZBA_BUILD_KERNELS=1` puts the compiled kernels into it (`make wheel`); else it is pure Python and kernels are built at first use."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Kernels(BuildHookInterface):  # type: ignore[misc]
    """Kernels for this platform, beside the sources in the wheel."""

    folder = ""

    def wanted(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("VAZBA_BUILD_KERNELS", "0") not in ("", "0")

    def dependencies(self) -> list[str]:
        return ["llvmlite>=0.45", "numpy>=2.0"] if self.wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard" or not self.wanted():
            return
        self.folder = tempfile.mkdtemp()
        # pip's `sitecustomize` takes away what an editable installation of the same sources adds: it stays out, what it leads to is named
        found = [x for x in sys.path if x and not (Path(x) / "sitecustomize.py").is_file()]
        path = os.pathsep.join([str(Path(self.root) / "src"), *found])
        command = [sys.executable, "-m", "vazba._jit.shipping", self.folder]
        done = subprocess.run(
            command, env=os.environ | {"PYTHONPATH": path}, stdout=subprocess.PIPE, text=True, check=False
        )
        if done.returncode:
            self.finalize(version, build_data, "")
            raise SystemExit("the kernels for the wheel could not be built: see above")
        build_data["pure_python"], build_data["tag"] = False, done.stdout.split()[-1]
        build_data["force_include"][self.folder] = "vazba/_kernels"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        shutil.rmtree(self.folder, ignore_errors=True)
