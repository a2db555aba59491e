import { expect, test } from 'vitest';
import { demoTenant } from '../../dev/demo/catalog.ts';
import { requestId } from '../../dev/demo/rows-of-life.ts';
import { getReportId } from '../../dev/demo/rows-of-reports.ts';
import { everyLook } from '../support/axe.ts';
import { briefly, enter, getUrl, settled, signIn, turnTo, useBrowser } from '../support/browser.ts';
import { wrongText } from '../support/words.ts';

const { newPage, complaints } = useBrowser();

const vertice = demoTenant('vertice');
const report = (key: string) => getReportId(vertice, key);
const [horasExtras] = vertice.life.requests;
const request = horasExtras ? requestId(vertice, horasExtras) : '';
const account = vertice.account.id;
const manage = (tab: string, more = '') => `/${report('mix-de-produtos')}/management/view?tab=${tab}${more}`;

/** Every page, drawer, tab and panel that has an address. */
const places: [who: string, host: string, email: string, paths: string[]][] = [
  [
    'who publishes',
    'vertice',
    'admin@vertice.test',
    [
      ...['/management/report', '/management/report?new=1', '/management/report?import=1', '/management/report?import=file'],
      ...['/management/report?tab=maintenance', '/management/report?tab=maintenance&new=1', '/management/report?tab=usage'],
      ...[manage('data'), manage('access'), manage('access', '&part=people'), manage('access', '&new=1')],
      ...[manage('appearance'), manage('pages'), manage('maintenance'), manage('usage'), manage('history')],
    ],
  ],
  [
    'who keeps the service and the settings',
    'vertice',
    'admin@vertice.test',
    [
      ...[
        '/powerbi',
        '/powerbi?new=1',
        `/powerbi?id=${account}`,
        `/powerbi?id=${account}&panel=test`,
        `/powerbi?id=${account}&panel=profile`,
      ],
      ...['/powerbi/workspace', '/powerbi/workspace?new=1', '/powerbi/resources'],
      ...['/setting', '/setting?area=reports', '/setting?area=mail', '/setting?area=mail&tab=log', '/setting?area=notifications'],
    ],
  ],
  [
    'who decides',
    'vertice',
    'approver@vertice.test',
    [
      ...['/catalogs', '/catalogs?tab=requests', `/catalogs?tab=requests&id=${request}`, '/catalogs?tab=mine', '/management/report'],
      ...['/notifications', '/notifications?view=unread', '/notifications?panel=mail'],
    ],
  ],
  [
    'who shows',
    'vertice',
    'admin@vertice.test',
    [
      ...['/playlists', '/playlists?new=1', '/playlists?tab=devices', '/playlists?tab=devices&new=1', '/?exports=1'],
      ...['/notifications?tab=sent', '/notifications?tab=sent&message=new'],
    ],
  ],
  ['a display', 'vertice', '', ['/auth/playlist/pair', `/auth/playlist/${'A'.repeat(43)}`]],
  ['a partner', 'numera', 'partner@numera.test', ['/analyze', '/catalogs', '/setting']],
  ['the operator', 'mirante', 'operator@mirante.test', ['/analyze']],
  ['a new administrator', 'cerrado', 'admin@cerrado.test', ['/', '/management/report', '/catalogs', '/playlists', '/notifications']],
];

for (const [who, host, email, paths] of places) {
  test(
    `axe finds nothing where ${who} goes, light and dark, wide and narrow`,
    async () => {
      const page = await newPage({ expected: ['404', '401', '403'] });
      if (email) await enter(page, host, email);
      const found: string[] = [];
      for (const [turn, path] of paths.entries()) {
        if (email) await turnTo(page, path);
        else await page.goto(getUrl(host, path)).then(() => settled(page));
        found.push(...(await everyLook(page, path, { turn, stays: true })));
        found.push(...(await wrongText(page)).map((words) => `${path}: ${words}`));
      }
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    },
    60_000 + paths.length * 20_000,
  );
}

test('axe finds nothing beside and over an open report', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, 'vertice', 'regional@vertice.test');
  const open = async (more = '') => {
    await page.goto(getUrl('vertice', `/${report('vendas-diarias')}/reports/view${more}`));
    await page.frameLocator('iframe').locator('table').first().waitFor();
    await settled(page);
  };
  const found: string[] = [];
  await open();
  found.push(...(await everyLook(page, 'the report')));
  await open('?comments=1');
  found.push(...(await everyLook(page, 'comments')));
  await open('?exports=1');
  found.push(...(await everyLook(page, 'exports')));
  for (const [name, key] of [
    ['the export dialog', 'e'],
    ['the keys', '?'],
  ] as const) {
    await open();
    await page.keyboard.press(key);
    await page.getByRole('dialog').first().waitFor();
    found.push(...(await everyLook(page, name)));
  }
  for (const name of ['Visões', 'Compartilhar']) {
    await open();
    await page
      .getByRole('button', { name: new RegExp(name) })
      .first()
      .click();
    await settled(page);
    found.push(...(await everyLook(page, name)));
  }
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
}, 180_000);

test('axe finds nothing on a report in maintenance, an external one, and a playing display', async () => {
  const page = await newPage({ expected: ['403', '409', '503'] });
  await signIn(page, 'vertice', 'admin@vertice.test');
  const found: string[] = [];
  await page.goto(getUrl('vertice', '/playlists'));
  await page.getByRole('link', { name: 'Comitê comercial' }).click();
  await page.locator('.player-layer[data-on] iframe').waitFor();
  found.push(...(await everyLook(page, 'the player')));
  await page.goto(getUrl('vertice', `/${report('mapa-de-rodovias')}/reports/external`));
  await settled(page);
  found.push(...(await everyLook(page, 'an external report')));
  const viewer = await newPage({ expected: ['403', '409', '503'] });
  await signIn(viewer, 'vertice', 'regional@vertice.test');
  await viewer.goto(getUrl('vertice', `/${report('curva-abc')}/reports/view`));
  await viewer.getByText('Curva ABC em manutenção').first().waitFor();
  found.push(...(await everyLook(viewer, 'a report in maintenance')));
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
}, 120_000);

test('publishing, controlling and playing screens are complete in the other languages', async () => {
  const page = await newPage();
  await enter(page, 'vertice', 'admin@vertice.test');
  const paths = [
    ...['/management/report', '/management/report?import=1', '/management/report?tab=maintenance&new=1', '/management/report?tab=usage'],
    ...[manage('data'), manage('access'), manage('appearance'), manage('history'), '/powerbi', '/powerbi?new=1', '/powerbi/resources'],
    ...[
      '/catalogs',
      `/catalogs?tab=requests&id=${request}`,
      '/playlists?new=1',
      '/playlists?tab=devices&new=1',
      '/notifications?panel=mail',
    ],
    ...['/setting', '/setting?area=mail', '/setting?area=reports', '/?exports=1'],
  ];
  const found: string[] = [];
  for (const language of ['en-US', 'pt-PT', 'es'] as const) {
    await page.evaluate((chosen) => localStorage.setItem('bi:lang', chosen), language);
    await page.reload();
    for (const path of paths) {
      await turnTo(page, path, briefly(path));
      if ((await page.locator('html').getAttribute('lang')) !== language) found.push(`${language} ${path}: lang`);
      found.push(...(await wrongText(page)).map((words) => `${language} ${path}: ${words}`));
    }
  }
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
}, 400_000);
