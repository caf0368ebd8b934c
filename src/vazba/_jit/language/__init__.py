"""The language of kernels: a part of Python, translated to LLVM."""
