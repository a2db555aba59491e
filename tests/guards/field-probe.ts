import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../dev/folders.ts';

/** Replaces `from`, which must occur in the file exactly once. */
export type Edit = { file: string; from: string; to: string };
/** tsc's output, and the files with errors. */
type Compiled = { text: string; files: string[] };

const copied = [
  'domain',
  'i18n',
  'db',
  'functions',
  'web',
  'dev/demo',
  ...['base', 'server', 'web'].map((part) => `tsconfig.${part}.json`),
];

/** A copy of the product's sources in a separate folder, to change them and compile a part. */
export class Clone {
  readonly folder = mkdtempSync(join(tmpdir(), 'mirante-field-'));

  /** `parts`: by their tsconfig, the files to compile with all that they import. A whole project would take several times as long. */
  constructor(parts: Record<string, string[]>) {
    for (const path of copied) cpSync(join(root, path), join(this.folder, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
    const compilerOptions = { composite: false, incremental: true, noEmit: true, emitDeclarationOnly: false };
    for (const [part, files] of Object.entries(parts)) {
      const options = { ...compilerOptions, tsBuildInfoFile: `${part}.tsbuildinfo` };
      const config = { extends: `./tsconfig.${part}.json`, compilerOptions: options, files, include: [], references: [] };
      writeFileSync(join(this.folder, `part.${part}.json`), JSON.stringify(config));
    }
  }

  /** Returns the function that undoes the edit. */
  edit({ file, from, to }: Edit): () => void {
    const path = join(this.folder, file);
    const before = readFileSync(path, 'utf8');
    if (before.split(from).length !== 2) throw new Error(`${file} must hold once: ${from}`);
    writeFileSync(
      path,
      before.replace(from, () => to),
    );
    return () => writeFileSync(path, before);
  }

  compile(part: string): Compiled {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', `part.${part}.json`], { cwd: this.folder, encoding: 'utf8' });
    return { text: stdout, files: [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map((match) => match[1] ?? '') };
  }

  remove = () => rmSync(this.folder, { recursive: true, force: true });
}
