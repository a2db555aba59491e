import dns from 'node:dns';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { bootstrap } from '../../../dev/bootstrap/platform.ts';
import { readWish } from '../../../dev/bootstrap/wish.ts';
import type { Work } from '../../../dev/deploy/run.ts';
import { readSettings, writeSettings } from '../../../dev/deploy/secrets-file.ts';
import { getTarget, type TargetName } from '../../../dev/deploy/target.ts';
import { root } from '../../../dev/folders.ts';
import { startPostgres } from '../postgres.ts';
import { startCloudflare } from './cloudflare.ts';
import { startEdge } from './edge.ts';
import { startNeon } from './neon.ts';

export type Cloud = Awaited<ReturnType<typeof openCloud>>;

/** An empty Cloudflare account with a zone; for each installation a Neon project with an empty database and an operator's secrets file. */
export async function openCloud(zone = 'mirante.app') {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-cloud-'));
  const place = async (env: TargetName, project: string) => {
    const cluster = await startPostgres(['shared_buffers = 64MB']);
    return { cluster, neon: await startNeon(cluster, project), secretsFile: join(folder, `${env}.env`) };
  };
  const [production, staging] = await Promise.all([place('production', 'quiet-sun-12345678'), place('staging', 'pale-moon-87654321')]);
  const places = { production, staging };
  const cloudflare = await startCloudflare(zone);
  const edge = startEdge(cloudflare);
  const unpatch = answerForNeon();
  process.env.CLOUDFLARE_API_BASE_URL = cloudflare.url;
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);

  function work(more: Partial<Work> = {}, env: TargetName = 'production'): Work {
    const target = getTarget(env);
    const { neon, secretsFile } = places[env];
    Object.assign(target.vars, { SMTP_HOST: 'smtp.example.com', SMTP_USER: 'portal', SMTP_FROM: 'portal@mirante.app' });
    return {
      target,
      settings: readSettings(secretsFile, {}),
      secretsFile,
      migrations: join(root, 'migrations'),
      say,
      ask: edge.fetch,
      patienceMs: 20_000,
      cloudflareApi: cloudflare.url,
      neonApi: neon.url,
      ...more,
    };
  }
  return {
    places,
    /** Production's. */
    neon: production.neon,
    secretsFile: production.secretsFile,
    cloudflare,
    edge,
    work,
    /** Calls that the APIs didn't know; none is expected. */
    unknown: () => [cloudflare, production.neon, staging.neon].flatMap(({ unknown }) => unknown),
    /** What was said since the last time. */
    said: () => lines.splice(0),
    /** Values that only the operator knows: the document says where each comes from. */
    async fillIn(env: TargetName = 'production') {
      const { neon, secretsFile } = places[env];
      writeSettings(secretsFile, {
        CLOUDFLARE_ACCOUNT_ID: cloudflare.account,
        CLOUDFLARE_API_TOKEN: cloudflare.token,
        NEON_API_KEY: neon.key,
        NEON_PROJECT_ID: neon.project,
        DATABASE_URL_MIGRATE: neon.databaseUrl,
        SMTP_PASSWORD: 'a password of the mail server',
      });
    },
    /** `npm run bootstrap -- --host … --email …`; answers the token of the printed link. Neon's hosts are found in this process only. */
    async bootstrap(host: string, email: string, env: TargetName = 'production'): Promise<string> {
      const client = new pg.Client({ connectionString: places[env].neon.databaseUrl });
      await client.connect();
      const { link } = await bootstrap(
        client,
        readWish(['--host', host, '--email', email], () => host),
      ).finally(() => client.end());
      return link?.split('/').at(-1) ?? '';
    },
    async close() {
      unpatch();
      delete process.env.CLOUDFLARE_API_BASE_URL;
      await edge.close();
      await cloudflare.close();
      for (const { neon, cluster } of Object.values(places)) {
        await neon.close();
        await cluster.close();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Neon's hosts are found on this machine; pg and Node look names up by this one function. */
function answerForNeon(): () => void {
  const { lookup } = dns;
  const patched = ((host: string, ...rest: unknown[]) => {
    const [options, done] = rest.length > 1 ? rest : [{}, rest[0]];
    const mapped = host.endsWith('.neon.tech') ? '127.0.0.1' : host;
    return (lookup as (...args: unknown[]) => void)(mapped, options, done); // because its overloads can't be named here
  }) as typeof lookup;
  dns.lookup = patched;
  return () => {
    dns.lookup = lookup;
  };
}
