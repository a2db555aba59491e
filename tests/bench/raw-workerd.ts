import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../dev/folders.ts';
import { findPort } from '../../dev/ports.ts';

const compatibilityDate = '2026-10-23';
/** A service that a Worker may be bound to: its own small Worker in the same process. */
type Binding = { kind: 'text'; value: string } | { kind: 'kvNamespace' | 'r2Bucket' | 'queue' | 'service'; script: string };
export type RawWorker = { port: number; pid: number; said: string[]; stop(): Promise<void> };

function configOf(port: number, bindings: Record<string, Binding>): string {
  const services = Object.entries(bindings).filter((entry) => entry[1].kind !== 'text');
  const flags = `compatibilityDate = "${compatibilityDate}"`;
  const worker = (name: string, more: string) =>
    `(name = "${name}", worker = (modules = [(name = "${name}.js", esModule = embed "${name}.js")], ${flags}${more}))`;
  // Values come from the environment: a file would keep the keys, and arguments would show them.
  const bound = Object.entries(bindings).map(
    ([name, { kind }]) => `(name = "${name}", ${kind === 'text' ? `fromEnvironment = "${name}"` : `${kind} = "${name}"`})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${worker('main', `, bindings = [${bound.join(', ')}]`)},
    ${services.map(([name]) => `${worker(name, '')},`).join('\n    ')}
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

/** Starts workerd itself, without wrangler's own layers around it, and gives it back before it answers. */
export async function spawnRawWorker(script: string, bindings: Record<string, Binding> = {}): Promise<RawWorker> {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-workerd-'));
  writeFileSync(join(folder, 'main.js'), script);
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH };
  for (const [name, binding] of Object.entries(bindings)) {
    if (binding.kind === 'text') env[name] = binding.value;
    else writeFileSync(join(folder, `${name}.js`), binding.script);
  }
  const port = await findPort(0);
  writeFileSync(join(folder, 'config.capnp'), configOf(port, bindings));
  const said: string[] = [];
  const onLine = (line: string) => {
    said.push(line);
    if (said.length > 400) said.splice(0, 200);
  };
  // The kernel ends workerd with this process, however that ends; exec keeps the process number.
  const command = ['--pdeathsig', 'KILL', join(root, 'node_modules/workerd/bin/workerd'), 'serve', join(folder, 'config.capnp')];
  const child = spawn('setpriv', command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', onLine);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.once('error', (error) => onLine(error.message));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { port, pid: child.pid ?? 0, said, stop };
}

/** The same, once it answers `path`. */
export async function startRawWorker(script: string, bindings: Record<string, Binding> = {}, path = '/'): Promise<RawWorker> {
  const worker = await spawnRawWorker(script, bindings);
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
