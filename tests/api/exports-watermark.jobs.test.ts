import { inflateSync } from 'node:zlib';
import { decode } from 'fast-png';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { useHarness } from '../support/harness.ts';
import { download, ended, exportScene, getStarts, start, usesServiceClock } from './exports-scene.ts';

const harness = useHarness();
usesServiceClock();
const marked = { enable_watermark: 'S' };
const letters = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex').toUpperCase();

/** The unpacked content of all streams of a PDF. */
function getStreams(bytes: Uint8Array): string {
  const text = letters(bytes);
  const found: string[] = [];
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    const from = text.indexOf('\n', index) + 1;
    const body = Buffer.from(text.slice(from, text.indexOf('endstream', from)), 'latin1');
    try {
      found.push(inflateSync(body).toString('latin1'));
    } catch {
      found.push(body.toString('latin1'));
    }
  }
  return found.join('\n');
}

async function made(
  format: 'PDF' | 'PPTX' | 'PNG',
  { pages = [] as string[], settings = marked as Record<string, unknown>, choice = 'inherit' } = {},
) {
  const scene = await exportScene(harness, { tenant: { settings } });
  await query('update reports set watermark = $1 where id = $2', [choice, scene.report.id]);
  const who = await scene.person({ email: `ana-${scene.tenant.id}@people.test` });
  const { body } = await start(who.client, scene.report, { format, pages });
  const row = await ended(harness, who.client, body.id);
  expect(row).toMatchObject({ state: 'ready' });
  return { ...scene, ...who, row, bytes: (await download(harness, { client: who.client, tenant: scene.tenant }, body.id)).bytes };
}

test('each page of a PDF names the user', async () => {
  const { bytes, user, row } = await made('PDF');
  expect(row.watermarked).toBe(true);
  const text = getStreams(bytes);
  const [, named = ''] = /<([0-9A-F]+)> Tj/.exec(text.slice(text.indexOf(hex('ana-')) - 1)) ?? [];
  expect(Buffer.from(named, 'hex').toString('latin1')).toContain(user.email);
  expect(text.split(hex(user.email)).length).toBeGreaterThan(40);
});

test('each slide of a presentation names the user, in a shape that cannot be selected', async () => {
  const { bytes, user } = await made('PPTX');
  const parts = unzipSync(bytes);
  const slides = Object.keys(parts).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
  expect(slides.length).toBeGreaterThan(1);
  for (const name of slides) {
    const slide = strFromU8(parts[name] ?? new Uint8Array());
    expect(slide).toContain(user.email);
    expect(slide).toContain('noSelect="1"');
    expect(slide.match(/<p:sp>/g)?.length).toBe(slide.match(/<\/p:sp>/g)?.length);
  }
});

test('images are watermarked page by page, and differ from unmarked ones in a few pixels only', async () => {
  const [with_, without] = [await made('PNG'), await made('PNG', { settings: {} })];
  const [one, other] = [unzipSync(with_.bytes), unzipSync(without.bytes)];
  expect(Object.keys(one).sort()).toEqual(Object.keys(other).sort());
  for (const name of Object.keys(one)) {
    const [a, b] = [decode(one[name] ?? new Uint8Array()), decode(other[name] ?? new Uint8Array())];
    expect([a.width, a.height]).toEqual([b.width, b.height]);
    const step = a.data.length / (a.width * a.height);
    let changed = 0;
    for (let pixel = 0; pixel < a.width * a.height; pixel++)
      if (a.data[pixel * step] !== b.data[pixel * (b.data.length / (b.width * b.height))]) changed++;
    const share = changed / (a.width * a.height);
    expect(share).toBeGreaterThan(0.01);
    expect(share).toBeLessThan(0.25);
  }
});

test('a single page is one image, watermarked too', async () => {
  const { bytes } = await made('PNG', { pages: ['ReportSection'] });
  expect(decode(bytes).width).toBeGreaterThan(100);
});

test('a report can opt out, and a report of an unmarked unit can opt in', async () => {
  expect((await made('PDF', { choice: 'off' })).row.watermarked).toBe(false);
  const { bytes, row, user } = await made('PDF', { settings: {}, choice: 'on' });
  expect(row.watermarked).toBe(true);
  expect(getStreams(bytes)).toContain(hex(user.email));
});

test('a watermarked file is not shared with other users, and the unit’s template is applied', async () => {
  const { tenant, principal, report, person, bytes, user } = await made('PDF', {
    settings: { ...marked, watermark_template: 'Sigilo <b> & {name}' },
  });
  expect(getStreams(bytes)).toContain(hex(`Sigilo <b> & ${user.name}`));
  await query('update reports set data_at = now() where id = $1', [report.id]);
  const [two, three] = [await person(), await person()];
  for (const { client } of [two, three])
    expect(await ended(harness, client, (await start(client, report)).body.id)).toMatchObject({ state: 'ready' });
  expect(await getStarts(principal)).toHaveLength(3);
  expect(tenant.id).toBeTruthy();
});
