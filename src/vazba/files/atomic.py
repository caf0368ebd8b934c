"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from vazba.errors import Fault, ModelError


def write_whole(path: str | os.PathLike[str], content: bytes | str) -> Path:
    """Write a file: first beside its place, then moved there in one step; a failure leaves what was there before.

    Text is written in UTF-8. What cannot be written is a `ModelError` that says why. Into a device or a pipe it is written as it stands: that is
    never replaced by a file.
    """
    path = Path(path)
    try:
        data = content.encode("utf-8") if isinstance(content, str) else content
        target = Path(os.path.realpath(path))  # a link stays a link
        if target.is_dir():
            raise IsADirectoryError("it is a folder")
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            with open(target, "wb") as stream:
                stream.write(data)
            return path
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.", suffix=".part")
    except (OSError, ValueError) as error:
        raise not_written(path, error) from error
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(part, _mode(target))
        os.replace(part, target)
    except OSError as error:
        raise not_written(path, error) from error
    finally:
        part.unlink(missing_ok=True)
    return path


def not_written(path: str | os.PathLike[str], error: Exception) -> ModelError:
    """The fault of a file that cannot be written, with a remedy."""
    path = Path(path)
    remedy = "choose another place"
    if isinstance(error, UnicodeEncodeError):
        remedy = "remove the odd characters from names and texts"
    elif isinstance(error, FileNotFoundError) or not _exists(path.parent):
        remedy = f"make the folder {path.parent} first"
    elif isinstance(error, PermissionError):
        remedy = "choose a place where you may write"
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return ModelError(Fault("", "the file cannot be written", reason, remedy, file=str(path)))


def _mode(target: Path) -> int:
    """Permissions of the file that is replaced, or those a new file would get."""
    try:
        return target.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
