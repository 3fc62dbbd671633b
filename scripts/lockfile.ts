interface LockedPackage {
  version?: string;
  integrity?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

const EXACT = /^\d+\.\d+\.\d+[\w.+-]*$/;

/** Optional dependencies with an exact version, as platform packages have, but without an entry. */
export function findMissing({ packages }: Lockfile): { folder: string; name: string; version: string }[] {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => EXACT.test(version) && foundVersion(packages, parent, name) !== version)
      .map(([name, version]) => ({ folder: parent, name, version })),
  );
}

export function findUnverified({ packages }: Lockfile): { folder: string; name: string; version: string }[] {
  return Object.entries(packages).flatMap(([folder, { version, integrity }]) => {
    const name = folder.split('node_modules/').at(-1);
    return name && version && !integrity ? [{ folder, name, version }] : [];
  });
}

/** Adds the missing entries and returns their names. npm skips those for other platforms. */
export function completeLock(lock: Lockfile): string[] {
  const added: string[] = [];
  for (let [next] = findMissing(lock); next; [next] = findMissing(lock)) {
    const { folder, name, version } = next;
    const isFree = !lock.packages[`node_modules/${name}`];
    const place = isFree ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const { dev } = lock.packages[folder] ?? {};
    // The new entry may hide another package, so search again.
    lock.packages[place] = { version, ...platformOf(name), ...(dev && { dev }), optional: true };
    added.push(`${place} ${version}`);
  }
  const byPlace = Object.entries(lock.packages).toSorted(([one], [other]) => one.localeCompare(other, 'en'));
  lock.packages = Object.fromEntries(byPlace);
  return added;
}

function foundVersion(packages: Lockfile['packages'], parent: string, name: string): string | undefined {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = packages[folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`];
    if (found || !folder) return found?.version;
  }
}

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Reads the platform from the package's name: `cli-linux-x64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = [...(words.includes('musl') ? ['musl'] : []), ...(words.includes('gnu') ? ['glibc'] : [])];
  return { ...(cpu.length && { cpu }), ...(libc.length && { libc }), ...(os.length && { os }) };
}
