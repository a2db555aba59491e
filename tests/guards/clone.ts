import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../dev/folders.ts';
import { tsc } from '../support/tsc.ts';

/** Replaces `from`, which must occur in the file exactly once. */
export type Edit = { file: string; from: string; to: string };
/** tsc's output, and the files with errors. */
type Compiled = { text: string; files: string[] };
type Ended = { status: number | null; text: string };

const notOurs = new Set(['.cache', '.vite', '.vite-temp', '.vitest']);

/**
 * A copy of sources in a separate folder, to change them and see what the tools say. Its packages are the project's, its caches are its
 * own.
 */
export class Clone {
  readonly folder = mkdtempSync(join(tmpdir(), 'mirante-clone-'));

  constructor(paths: readonly string[]) {
    for (const path of paths) cpSync(join(root, path), join(this.folder, path), { recursive: true });
    mkdirSync(join(this.folder, 'node_modules'));
    for (const name of readdirSync(join(root, 'node_modules')))
      if (!notOurs.has(name)) symlinkSync(join(root, 'node_modules', name), join(this.folder, 'node_modules', name));
  }

  /** All files of the project, under git: guards list them by it. */
  static whole(): Clone {
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
    const clone = new Clone([...new Set(listed.split('\n').map((path) => path.split('/')[0] ?? ''))].filter(Boolean));
    execFileSync('git', ['init', '-q'], { cwd: clone.folder });
    return clone;
  }

  read = (file: string): string => readFileSync(join(this.folder, file), 'utf8');

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  /** Returns the function that undoes the edit. */
  edit({ file, from, to }: Edit): () => void {
    const before = this.read(file);
    if (before.split(from).length !== 2) throw new Error(`${file} must hold once: ${from}`);
    this.write(
      file,
      before.replace(from, () => to),
    );
    return () => this.write(file, before);
  }

  /** A tool of a package, run in the copy. */
  run = (tool: string, ...args: string[]): Ended => this.runFile(join('node_modules', tool), ...args);

  runFile = (file: string, ...args: string[]): Ended => this.runWith({}, file, ...args);

  private runWith(more: NodeJS.ProcessEnv, file: string, ...args: string[]): Ended {
    // What the test runner says to its own processes isn't for one that begins here.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(VITEST|VITE_|NODE_ENV|NODE_OPTIONS|TEST$|MODE$|DEV$|PROD$|MIRANTE_RESULTS|MIRANTE_STATEMENTS)/.test(name),
      ),
    );
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
      cwd: this.folder,
      env: { ...env, ...more },
      encoding: 'utf8',
    });
    return { status, text: stdout + stderr };
  }

  /** `files` with all that they import, under the settings of a part. A whole project would take several times as long. */
  keepPart(part: string, files: readonly string[]): void {
    const compilerOptions = {
      composite: false,
      incremental: true,
      noEmit: true,
      emitDeclarationOnly: false,
      tsBuildInfoFile: `${part}.tsbuildinfo`,
    };
    this.write(
      `part.${part}.json`,
      JSON.stringify({ extends: `./tsconfig.${part}.json`, compilerOptions, files, include: [], references: [] }),
    );
  }

  compile(part: string): Compiled {
    const { text } = this.runWith(tsc.env, join('node_modules', tsc.tool), '-p', `part.${part}.json`, ...tsc.args);
    return { text, files: [...text.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map((match) => match[1] ?? '') };
  }

  remove = () => rmSync(this.folder, { recursive: true, force: true });
}
