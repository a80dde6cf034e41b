# Sourced by bin/start and bin/releve; not run by itself. Updates put newer releases in releases/ and lead the link `current` to
# one of them: the scripts of this folder only hand over to it. Without the link, what runs is this folder itself.
# current_release   prints the folder of the release that runs. The working folder is the root.

current_release() {
  if [ -L current ] && [ -f current/bin/start ]; then (cd current && pwd -P); else pwd -P; fi
}
