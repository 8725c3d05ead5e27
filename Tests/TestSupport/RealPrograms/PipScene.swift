internal import SystemCalls

/// Wheels, built here as plain archives, installed into the tree and replaced by their next version.
enum PipScene {
  static func steps(in place: ScenePlace) throws -> [SceneStep] {
    let arguments: [BytePath] = ["-c", BytePath(builder)]
    try Subprocess.output(of: "python3", arguments, environment: place.environment, directory: place.side)
    let install = "pip install -q --no-index --find-links wheels --target $tree/site"
    return [
      place.step("install", "\(install) 'sample_one==1.0' 'sample_two==1.0'"),
      place.step("upgrade", "\(install) --upgrade 'sample_one==2.0' 'sample_two==2.0'"),
      place.step("compile", "python3 -m compileall -q $tree/site"),
      place.step("removal", "rm -r $tree/site/sample_one"),
    ]
  }

  private static let builder = """
    import os, zipfile
    os.mkdir("wheels")
    for name in ("sample_one", "sample_two"):
      for version in ("1.0", "2.0"):
        info = f"{name}-{version}.dist-info"
        files = {f"{name}/__init__.py": f"version = '{version}'\\n"}
        for part in range(30 if version == "1.0" else 45):
          files[f"{name}/part{part % 4}/module{part}.py"] = f"number = {part}\\n" * (part * 20 + 1)
        files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n"
        files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
        record = "".join(f"{file},,\\n" for file in files) + f"{info}/RECORD,,\\n"
        with zipfile.ZipFile(f"wheels/{name}-{version}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
          for file, text in files.items():
            wheel.writestr(file, text)
          wheel.writestr(f"{info}/RECORD", record)
    """
}
