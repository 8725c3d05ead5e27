/// A mirror: files come under temporary names, are patched in place, deleted, and shared with snapshots.
enum RsyncScene {
  static func steps(in place: ScenePlace) throws -> [SceneStep] {
    try place.shell(
      """
      mkdir -p data/a/b data/c
      for i in $(seq 1 100); do seq $i $((i * 40)) >data/a/f$i; done
      for i in $(seq 1 15); do ln data/a/f$i data/c/link$i; ln -s ../a/f$i data/c/sym$i; done
      seq 1 200000 >data/a/b/large
      """)
    let change = "for i in $(seq 1 40); do seq $i $((i * 55)) >data/a/f$i; done; rm data/a/f9?; seq 7 >data/c/new"
    return [
      place.step("mirror", "rsync -aH data/ $tree/mirror/"),
      place.step("mirror again with deletions", "\(change); rsync -aH --delete data/ $tree/mirror/"),
      place.step(
        "patch in place",
        "seq 100000 300000 >>data/a/b/large; rsync -a --inplace --no-whole-file data/ $tree/mirror/"),
      place.step("snapshot by links", "rsync -aH --link-dest=$tree/mirror data/ $tree/snapshot/"),
      place.step("mirror after the snapshot", "seq 99 >data/a/f50; rsync -aH --delete-after data/ $tree/mirror/"),
      place.step("removal", "rm -rf $tree/mirror"),
    ]
  }
}
