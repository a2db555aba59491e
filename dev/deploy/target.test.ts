import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../folders.ts';
import { settingsRefusals } from './settings.ts';
import { getTarget } from './target.ts';

test('a queue is declared once and created for each installation under its own name, with its dead-letter queue', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mirante-target-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'wrangler.toml');
  const more = '[[queues.consumers]]\nqueue = "mirante-new"\ndead_letter_queue = "mirante-new-dead"\nmax_concurrency = 3\n\n';
  writeFileSync(file, readFileSync(join(root, 'wrangler.toml'), 'utf8').replace('[triggers]', `${more}[triggers]`));
  const staging = getTarget('staging', file);
  expect(staging.queues).toEqual(expect.arrayContaining(['mirante-staging-new', 'mirante-staging-new-dead']));
  expect(staging.consumers).toContainEqual({
    queue: 'mirante-staging-new',
    dead_letter_queue: 'mirante-staging-new-dead',
    max_concurrency: 3,
  });
  expect(getTarget('production', file).queues).toEqual(expect.arrayContaining(['mirante-new', 'mirante-new-dead']));
  expect(staging.config({ 'mirante-staging-hosts': 'an id' })).toMatchObject({
    name: 'mirante-staging',
    kv_namespaces: [{ binding: 'HOSTS', id: 'an id' }],
    r2_buckets: [{ binding: 'FILES', bucket_name: 'mirante-staging-files' }],
    workers_dev: false,
    preview_urls: false,
  });
});

test.each([
  ['DATABASE_URL_MIGRATE', 'postgresql://o:p@ep-a-1-pooler.us-east-2.aws.neon.tech/n', 'with connection pooling off'],
  ['DATABASE_URL_MIGRATE', 'neon', 'is no address'],
  ['DATABASE_URL_APP', 'postgresql://neondb_owner:0123456789abcdef@ep-a-1.us-east-2.aws.neon.tech/n', 'must be postgresql://mirante_app:'],
  ['CLOUDFLARE_ACCOUNT_ID', 'me@example.com', 'must be 32 hexadecimal digits'],
  ['JWT_KEYS', '{"kty":"EC"}', 'has no current key'],
])('%s is refused as %s', (name, value, why) => {
  const faults = settingsRefusals({ [name]: value }, getTarget('production'));
  expect(faults.find((fault) => fault.startsWith(name))).toContain(why);
});
