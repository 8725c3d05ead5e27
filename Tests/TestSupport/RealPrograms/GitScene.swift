/// A clone of a local repository, which shares its objects by hard links; checkouts, commits and a collection.
enum GitScene {
  static func steps(in place: ScenePlace) throws -> [SceneStep] {
    try place.shell(
      """
      git init -q -b main source
      cd source
      for commit in $(seq 1 12); do
        for folder in a b c/d c/e; do
          mkdir -p $folder
          for file in 1 2 3 4; do seq $commit $((commit * 40 + file)) >$folder/f$file; done
        done
        echo $commit >only-$commit
        git add -A
        git commit -q -m "Commit $commit"
        git tag t$commit
      done
      git gc -q
      for commit in 13 14; do seq $commit 300 >c/late-$commit; git add -A; git commit -q -m "Commit $commit"; done
      """)
    return [
      place.step("clone", "git clone -q --local source $tree/clone"),
      place.step(
        "checkouts", "cd $tree/clone; for tag in 1 7 3 12; do git checkout -q t$tag; done; git checkout -q main"),
      place.step(
        "commits",
        "cd $tree/clone; for i in 1 2 3; do date >>a/f1; seq $i 900 >a/new$i; git add -A; git commit -qm $i; done"),
      place.step(
        "stash and reset", "cd $tree/clone; seq 50 >b/f2; git stash -q; git reset -q --hard t5; git clean -qfdx"),
      place.step(
        "collection", "cd $tree/clone; git reflog expire --expire=now --all; git gc -q --prune=now --aggressive"),
      place.step("second clone without links", "git clone -q --no-hardlinks --bare source $tree/bare"),
      place.step("removal", "rm -rf $tree/clone"),
    ]
  }
}
