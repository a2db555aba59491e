import type { WriteStream } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Child, startLeashed } from './child.ts';
import { quietWrangler, wranglerProgram } from './wrangler.ts';

type Options = { port: number; folder: string; secretsFile: string; vars: Record<string, string>; certificate: string; log: WriteStream };

/** Only the variables a tool needs: a real DATABASE_URL or Cloudflare token in the developer's shell must not reach the local Worker. */
function cleanEnvironment(folder: string, certificate: string): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'USER', 'TMPDIR', 'LANG', 'TERM', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]);
  return {
    ...Object.fromEntries(kept),
    ...quietWrangler,
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_REGISTRY_PATH: join(folder, 'registry'),
    // The certificate of the mail catcher: the Worker speaks TLS with it as with any mail server.
    NODE_EXTRA_CA_CERTS: certificate,
  };
}

/** `wrangler dev` on 127.0.0.1, also for *.localhost: browsers try ::1 first, get no answer and fall back to IPv4. */
export function startWorker({ port, folder, secretsFile, vars, certificate, log }: Options): Child {
  const settings = Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]);
  const command = [
    process.execPath,
    '--no-warnings',
    // Only the browser's tests set it (tests/support/portal-worker.ts).
    process.env.MIRANTE_WORKER_PROGRAM ?? wranglerProgram,
    'dev',
    '--env=',
    ...['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
    ...['--env-file', secretsFile, '--persist-to', join(folder, 'worker')],
    ...['--show-interactive-dev-session=false', '--log-level', 'log'],
    ...settings,
  ];
  const onLine = (coloured: string) => {
    const line = stripVTControlCharacters(coloured);
    log.write(`${line}\n`);
    if (line.includes('✘ [ERROR]')) console.error(`The Worker: ${line.replace(/^.*?✘ \[ERROR\]\s*/, '')}`);
  };
  return startLeashed('The Worker', command, { env: cleanEnvironment(folder, certificate), onLine });
}
