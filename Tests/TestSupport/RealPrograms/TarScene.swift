/// Archives unpacked into the tree and over what is there, with hard links and holes.
enum TarScene {
  static func steps(in place: ScenePlace) throws -> [SceneStep] {
    try place.shell(
      """
      mkdir -p data/x/y data/z
      for i in $(seq 1 120); do seq $i $((i * 30)) >data/x/f$i; done
      for i in $(seq 1 20); do ln data/x/f$i data/z/link$i; ln -s ../x/f$i data/z/sym$i; done
      truncate -s 50M data/x/y/sparse
      echo end >>data/x/y/sparse
      tar -czf one.tar.gz -C data .
      for i in $(seq 1 60); do seq $i $((i * 70)) >data/x/f$i; done
      tar -czSf two.tar.gz -C data .
      """)
    return [
      place.step("unpack", "tar -xSf one.tar.gz -C $tree"),
      place.step("unpack over it", "tar -xSf two.tar.gz -C $tree"),
      place.step("unpack with unlinking first", "tar -xf one.tar.gz -C $tree --unlink-first --recursive-unlink"),
      place.step("unpack a second copy", "mkdir $tree/copy; tar -xSf two.tar.gz -C $tree/copy"),
      place.step("pack inside the tree", "tar -czf $tree/all.tar.gz -C $tree x z"),
      place.step("removal", "rm -rf $tree/x $tree/copy/z"),
    ]
  }
}
