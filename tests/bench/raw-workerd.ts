import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../dev/folders.ts';
import { findPort } from '../../dev/ports.ts';

const compatibilityDate = '2026-10-23';
/** A Worker by its modules: the path of each, as the others import it, and its text; the first one is the entry. */
export type Modules = ReadonlyMap<string, string>;
export const onlyModule = (script: string): Modules => new Map([['main.js', script]]);
/** A service binding of a Worker: its own small Worker in the same process, or (null) an address that never answers. */
type Binding = { kind: 'text'; value: string } | { kind: 'kvNamespace' | 'r2Bucket' | 'queue' | 'service'; script: string | null };
/** `spawnedAt` is when its process was spawned, after its files were written (`performance.now()`). */
export type RawWorker = { port: number; pid: number; spawnedAt: number; said: string[]; stop(): Promise<void> };

function readEnvConfig(port: number, paths: readonly string[], bindings: Record<string, Binding>, flags: readonly string[]): string {
  const services = Object.entries(bindings).flatMap(([name, binding]) => (binding.kind === 'text' ? [] : [[name, binding] as const]));
  const nowhere = (name: string) => `(name = "${name}", external = (address = "127.0.0.1:9", http = ()))`;
  const compatibility = `compatibilityDate = "${compatibilityDate}", compatibilityFlags = [${flags.map((flag) => `"${flag}"`).join(', ')}]`;
  const module = (path: string) => `(name = "${path}", esModule = embed "${path}")`;
  const worker = (name: string, files: readonly string[], more: string) =>
    `(name = "${name}", worker = (modules = [${files.map(module).join(', ')}], ${compatibility}${more}))`;
  // Values come from the environment: a file would keep the keys, and arguments would show them.
  const bound = Object.entries(bindings).map(
    ([name, { kind }]) => `(name = "${name}", ${kind === 'text' ? `fromEnvironment = "${name}"` : `${kind} = "${name}"`})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${worker('main', paths, `, bindings = [${bound.join(', ')}]`)},
    ${services.map(([name, { script }]) => `${script === null ? nowhere(name) : worker(name, [`${name}.js`], '')},`).join('\n    ')}
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

/** The compatibility flag of wrangler.toml, which workerd itself still calls experimental. */
const newRegistry = 'new_module_registry';

/** Starts workerd itself, without wrangler's layers, and returns before it answers. */
export async function spawnRawWorker(
  modules: Modules,
  bindings: Record<string, Binding> = {},
  flags: readonly string[] = [newRegistry],
): Promise<RawWorker> {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-workerd-'));
  for (const [path, text] of modules) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH };
  for (const [name, binding] of Object.entries(bindings)) {
    if (binding.kind === 'text') env[name] = binding.value;
    else if (binding.script !== null) writeFileSync(join(folder, `${name}.js`), binding.script);
  }
  const port = await findPort(0);
  writeFileSync(join(folder, 'config.capnp'), readEnvConfig(port, [...modules.keys()], bindings, flags));
  const said: string[] = [];
  const onLine = (line: string) => {
    said.push(line);
    if (said.length > 400) said.splice(0, 200);
  };
  // The kernel kills workerd when this process ends for any reason; exec keeps the pid.
  const command = [
    '--pdeathsig',
    'KILL',
    join(root, 'node_modules/workerd/bin/workerd'),
    'serve',
    '--experimental',
    join(folder, 'config.capnp'),
  ];
  const spawnedAt = performance.now();
  const child = spawn('setpriv', command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', onLine);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.once('error', (error) => onLine(error.message));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { port, pid: child.pid ?? 0, spawnedAt, said, stop };
}

/** The same, once it answers `path`. */
export async function startRawWorker(modules: Modules, bindings: Record<string, Binding> = {}, path = '/'): Promise<RawWorker> {
  const worker = await spawnRawWorker(modules, bindings);
  await firstAnswer(worker, path);
  return worker;
}

export async function firstAnswer(worker: RawWorker, path: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; await pause(1)) {
    try {
      await (await fetch(`http://127.0.0.1:${worker.port}${path}`)).arrayBuffer();
      return;
    } catch {
      if (Date.now() > deadline) throw new Error(`workerd did not answer:\n${worker.said.slice(-20).join('\n')}`);
    }
  }
}
