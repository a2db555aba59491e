import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Env } from '../../functions/request/env.ts';
import { makePlace } from '../guards/place.ts';
import type { Place } from '../guards/sample.ts';
import { api } from '../support/api.ts';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { makeReport } from '../support/make-content.ts';
import { world } from '../support/world.ts';

const harness = useHarness();
let home: Place;
let twin: Place;
beforeAll(async () => {
  [home, twin] = [await makePlace('admin'), await makePlace('admin')];
});

type Kept = { name: string; content?: string; isPublic?: boolean };
async function keep(place: Place, { name, content = 'a picture', isPublic = false }: Kept): Promise<string> {
  const { FILES } = await harness.getWorker<Env>().getEnv();
  await FILES.put(`${place.tenant.id}/${name}`, content, { customMetadata: isPublic ? { public: 'yes' } : {} });
  return name;
}
const read = (place: Place, path: string) => api(harness, place.tenant).get(path);

type Signing = { tenantId: string; userId: string; file: string; until?: number; key?: string };
/** The address that the product's own presenter would make. */
function signed({ tenantId, userId, file, until = Date.now() + 60_000, key = world().keys.FILE_KEY }: Signing): string {
  const mac = createHmac('sha256', Buffer.from(key, 'base64')).update([tenantId, userId, file, until].join('|')).digest('base64url');
  return `/storage/${file}?s=${encodeURIComponent([userId, until, mac].join('.'))}`;
}

describe('a private file', () => {
  test('opens with a signature for this tenant, user and file, and never without', async () => {
    const file = await keep(home, { name: `${randomUUID()}.pdf`, content: 'secret figures' });
    const right = { tenantId: home.tenant.id, userId: home.ids.user, file };
    expect(await read(home, signed(right))).toMatchObject({ status: 200, text: 'secret figures' });
    const past = Date.now() - 1000;
    const wrong: Record<string, string> = {
      none: `/storage/${file}`,
      empty: `/storage/${file}?s=`,
      another: `/storage/${file}?s=${home.ids.user}.${Date.now() + 60_000}.${'A'.repeat(43)}`,
      'another tenant’s': signed({ ...right, tenantId: twin.tenant.id }),
      'another file’s': signed({ ...right, file: 'other.pdf' }).replace('other.pdf', file),
      'of another person': signed(right).replace(home.ids.user, home.ids.user2),
      'past its end': signed({ ...right, until: past }),
      'past its end, moved on': signed({ ...right, until: past }).replace(String(past), String(Date.now() + 60_000)),
      'of another key': signed({ ...right, key: Buffer.from('x'.repeat(32)).toString('base64') }),
      'cut short': signed(right).slice(0, -6),
      'with a far end in another form': signed(right).replace(/\.(\d+)\./, '.1e99.'),
      'with more than three parts': `${signed(right)}.x.y`,
    };
    for (const [what, path] of Object.entries(wrong)) {
      const answer = await read(home, path);
      if (what === 'with more than three parts') expect([200, 404], what).toContain(answer.status);
      else expect(answer, what).toMatchObject({ status: 404, body: { status: 'not_found' } });
    }
  });

  test('of another tenant does not exist, whatever the signature and the caller', async () => {
    const file = await keep(twin, { name: `${randomUUID()}.pdf`, content: 'of the twin' });
    for (const tenantId of [home.tenant.id, twin.tenant.id])
      for (const userId of [home.ids.user, twin.ids.user]) {
        const answer = await read(home, signed({ tenantId, userId, file }));
        expect(answer).toMatchObject({ status: 404, body: { status: 'not_found' } });
      }
    expect((await read(twin, signed({ tenantId: twin.tenant.id, userId: twin.ids.user, file }))).text).toBe('of the twin');
  });
});

describe('a public file', () => {
  test('is public on its own host only', async () => {
    const file = await keep(home, { name: `${randomUUID()}.png`, isPublic: true });
    expect(await read(home, `/storage/${file}`)).toMatchObject({ status: 200, text: 'a picture' });
    expect((await read(twin, `/storage/${file}`)).status).toBe(404);
  });

  test.each([
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>', 'image/svg+xml', 'inline'],
    ['png', '<html><script>alert(1)</script>', 'image/png', 'inline'],
    ['html', '<script>alert(1)</script>', 'application/octet-stream', 'attachment'],
    ['js', 'alert(1)', 'application/octet-stream', 'attachment'],
    ['pdf', '%PDF-1.7', 'application/octet-stream', 'attachment'],
    ['xml', '<x/>', 'application/octet-stream', 'attachment'],
  ])(
    '.%s runs nothing: its type comes from the name, is never sniffed, and its policy is a sandbox',
    async (ending, content, type, disposition) => {
      const file = await keep(home, { name: `${randomUUID()}.${ending}`, content, isPublic: true });
      const { headers } = await read(home, `/storage/${file}`);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
      expect(headers.get('content-security-policy')).not.toContain('allow-scripts');
      expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition}`));
    },
  );
});

describe('an odd name', () => {
  test('finds no file of another tenant and no other key of the store', async () => {
    const { FILES } = await harness.getWorker<Env>().getEnv();
    const file = await keep(twin, { name: `${randomUUID()}.png`, content: 'of the twin', isPublic: true });
    await FILES.put('top.png', 'of nobody', { customMetadata: { public: 'yes' } });
    const tries = [
      `../${twin.tenant.id}/${file}`,
      `..%2f${twin.tenant.id}%2f${file}`,
      `%2e%2e/${twin.tenant.id}/${file}`,
      `%2e%2e%2f${twin.tenant.id}%2f${file}`,
      `..%5c${twin.tenant.id}%5c${file}`,
      `..\\${twin.tenant.id}\\${file}`,
      `/${twin.tenant.id}/${file}`,
      `${twin.tenant.id}/${file}`,
      `....//${twin.tenant.id}/${file}`,
      `${file}%00.png`,
      `%00${file}`,
      `../top.png`,
      `..%2ftop.png`,
      `..%252ftop.png`,
      `${file}/`,
      `${file};.png`,
      `${file}%20`,
      `%E0%A4%A`,
      `${'a'.repeat(3000)}.png`,
      '.png',
      'mark.svg/../../secret',
      'frame.html%00',
    ];
    for (const each of tries) {
      const answer = await read(home, `/storage/${each}`);
      expect(answer.text, each).not.toMatch(/of the twin|of nobody/);
      // A name that normalizes away becomes a portal address, which serves the page.
      expect([200, 400, 404], each).toContain(answer.status);
      if (answer.status === 200) expect(answer.headers.get('content-type'), each).toContain('text/html');
    }
  });

  test('the logo is drawn from the tenant’s colors and takes nothing from the address', async () => {
    const answer = await read(home, '/storage/mark.svg?fill=red%22%3E%3Cscript%3E');
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('script');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });
});

describe('the frame of an external page', () => {
  const getFrame = async (place: Place, url: string) => {
    const report = await makeReport(place.tenant, { kind: 'external', externalUrl: url, grantTo: 'everyone' });
    await query('update reports set external_frames = true where id = $1', [report.id]);
    const { body } = await api(harness, place.tenant, place.token).get(`/api/auth/reports/${report.id}`);
    return String(body.external.frame);
  };

  test('shows that one origin and nothing else, and may be framed by the portal alone', async () => {
    const frame = await getFrame(home, 'https://example.test/a?b=1&c="><script>alert(1)</script>');
    const answer = await read(home, frame);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-src https://example.test; frame-ancestors 'self'",
    );
    expect(answer.text).not.toContain('<script>');
    expect(answer.text).toContain('sandbox=');
  });

  test('is signed for its address, tenant and time: no one can make the portal frame anything else', async () => {
    const frame = await getFrame(home, 'https://example.test/a');
    const other = (target: string) => frame.replace(/u=[^&]*/, `u=${encodeURIComponent(target)}`);
    for (const target of [
      'https://evil.test/',
      'javascript:alert(1)',
      'data:text/html,x',
      'http://example.test/a',
      '//evil.test',
      'https://example.test/a#x',
    ])
      expect((await read(home, other(target))).status, target).toBe(404);
    expect((await read(twin, frame)).status).toBe(404);
    expect((await api(harness, home.tenant).get(frame, { at: new Date(Date.now() + 11 * 60_000).toISOString() })).status).toBe(404);
    expect((await read(home, '/storage/frame.html')).status).toBe(404);
  });

  test('an unencrypted address cannot even be stored', async () => {
    for (const url of ['http://example.test', 'javascript:alert(1)', 'data:text/html,x', '//example.test', ''])
      await expect(makeReport(home.tenant, { kind: 'external', externalUrl: url })).rejects.toThrow(/reports_external/);
  });
});
