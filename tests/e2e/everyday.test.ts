import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { getUrl, phone, settled, signIn, turnTo, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';

const { newPage, complaints } = useBrowser();
const unit = "(select tenant_id from domains where host = 'vertice.localhost')";

const getId = async (title: string) =>
  String((await query(`select id from reports where title = $1 and tenant_id = ${unit}`, [title]))[0]?.id);
/** The controls covered by the first notice. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const { left, right, top, bottom } = document.querySelector('.toast')?.getBoundingClientRect() ?? new DOMRect();
    return [...document.querySelectorAll('main button, main a[href], main input, header button, header a[href], header input')]
      .filter((control) => {
        const rect = control.getBoundingClientRect();
        return rect.width > 0 && rect.right > left && rect.left < right && rect.bottom > top && rect.top < bottom;
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent);
  });
const titlesIn = (page: Page, selector: string) => page.locator(selector).allInnerTexts();

test('favorites keep their own order, also on the page; sorting A to Z is offered and can be undone', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/all/reports?favorites=1'));
  await settled(page);
  const cards = () => titlesIn(page, '.report-items-card a');
  const before = await cards();
  expect(before).not.toEqual(before.toSorted((one, other) => one.localeCompare(other, 'pt-BR')));

  await page.getByRole('button', { name: 'Organizar' }).click();
  await page.locator('.organize-row').first().waitFor();
  const rows = () => titlesIn(page, '.organize-name');
  expect(await rows()).toEqual(before);
  expect(await findings(page)).toEqual([]);
  await page.locator('.organize-row').nth(1).getByRole('button', { name: 'Mover para cima' }).click();
  const mine = [before[1], before[0], ...before.slice(2)];
  await expect.poll(rows).toEqual(mine);

  await page.getByRole('button', { name: 'Ordenar de A a Z' }).click();
  const sorted = before.toSorted((one, other) => one.localeCompare(other, 'pt-BR'));
  await expect.poll(rows).toEqual(sorted);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.poll(rows).toEqual(mine);
  await page.getByRole('button', { name: 'Concluir' }).click();
  await expect.poll(cards).toEqual(mine);
  await turnTo(page, '/');
  expect((await titlesIn(page, '#home-favorites >> xpath=ancestor::section >> .report-items-card a')).slice(0, 6)).toEqual(
    mine.slice(0, 6),
  );
  expect(complaints).toEqual([]);
});

test('a notice covers no tool of a report, and closes with Escape or a press', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', `/${await getId('DRE gerencial')}/reports/view`));
  await page.getByRole('button', { name: 'Atualizar visuais (R)' }).waitFor();
  const notice = page.locator('.toast');
  const fresh = async () => {
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByText('Avise-me quando atualizar').click();
    await notice.first().waitFor();
  };
  await fresh();
  await expect.poll(() => covered(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => notice.count()).toBe(0);
  await fresh();
  await notice.first().click({ position: { x: 120, y: 12 } });
  await expect.poll(() => notice.count()).toBe(0);

  // Another tab beside the report has its controls elsewhere. With the focus or under the pointer a notice stays as long as a page takes.
  const hold = () => notice.first().hover({ position: { x: 120, y: 12 } });
  const focus = () => notice.first().getByRole('button').last().focus();
  const tab = (part: string) => `/${new URL(page.url()).pathname.split('/')[1]}/management/view?tab=access${part}`;
  await turnTo(page, tab(''));
  // The bar's tools fit beside the panel, with the report's name.
  const bar = page.locator('.viewer-bar');
  await expect.poll(() => bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect.poll(async () => (await bar.locator('h1').boundingBox())?.width).toBeGreaterThan(80);
  await fresh();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  for (const part of ['&part=people', '&part=why', '']) {
    await focus();
    await turnTo(page, tab(part));
    await focus();
    await expect.poll(() => covered(page)).toEqual([]);
    expect(await notice.count(), part).toBe(1);
  }
  // A page whose data come late brings its controls late.
  const users = /\/api\/auth\/users(\?|$)/;
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  await page.route(users, async (route) => {
    await late;
    await route.continue();
  });
  await focus();
  await Promise.all([page.waitForRequest(users), page.evaluate(() => history.pushState({}, '', '/user'))]);
  await hold();
  answer();
  const shown = async () => {
    await hold();
    return {
      notices: await notice.count(),
      tools: await page.getByRole('button', { name: 'Novo usuário' }).count(),
      covered: await covered(page),
    };
  };
  await expect.poll(shown).toEqual({ notices: 1, tools: 1, covered: [] });
  expect(complaints).toEqual([]);
});

test('a report’s shortcuts open their dialogs above it in full screen, and Escape closes the dialog first', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', `/${await getId('DRE gerencial')}/reports/view`));
  await page.getByRole('button', { name: 'Exportar (E)' }).waitFor();
  // The window stands in for the screen, which a test's browser does not always provide.
  await page.evaluate(() => Object.assign(document.documentElement, { requestFullscreen: () => Promise.resolve() }));
  await page.keyboard.press('f');
  await page.locator('.viewer[data-full]').waitFor();
  const top = (name: string) =>
    page.evaluate(() => {
      const { left, top, width, height } = document.querySelector('[aria-modal="true"]')?.getBoundingClientRect() ?? new DOMRect();
      return Boolean(document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 60))?.closest('[aria-modal="true"]'));
    }, name);
  for (const [key, name] of [
    ['e', /Exportar/],
    ['v', /Visões/],
    ['?', /Atalhos do teclado/],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole('dialog', { name }).waitFor();
    await settled(page);
    await expect.poll(() => top(key)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
    expect(await page.locator('.viewer[data-full]').count()).toBe(1);
  }
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.viewer[data-full]').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('on a phone the selected tab and the selected view are in sight, also once the row has changed', async () => {
  const page = await newPage({ viewport: { width: 1024, height: 844 } });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', `/${await getId('DRE gerencial')}/management/view?tab=history`));
  await settled(page);
  const inSight = (row: string, one: string) =>
    page.locator(row).evaluate((list, selector) => {
      const [box, chosen] = [list.getBoundingClientRect(), list.querySelector(selector)?.getBoundingClientRect()];
      return chosen !== undefined && chosen.left >= box.left - 1 && chosen.right <= box.right + 1;
    }, one);
  const tab = () => inSight('.tabs-list', '[aria-selected="true"]');
  // The row gets narrower: a phone that is turned, or a window that is made smaller.
  await page.setViewportSize(phone);
  await expect.poll(tab).toBe(true);
  // What stands before it gets wider, as by a count that arrives late.
  const widen = (selector: string) => page.evaluate((one) => document.querySelector(one)?.append(' 1234567890 1234567890'), selector);
  await widen('.tabs-list > :first-child');
  await expect.poll(tab).toBe(true);

  await page.goto(getUrl('vertice', '/user'));
  await settled(page);
  const chips = page.locator('.view-chips a');
  await chips.last().click();
  await settled(page);
  const chip = () => inSight('.view-chips', '[aria-current]');
  await expect.poll(chip).toBe(true);
  await page.reload();
  await settled(page);
  await expect.poll(chip).toBe(true);
  await widen('.view-chips > :first-child');
  await expect.poll(chip).toBe(true);
  expect(complaints).toEqual([]);
});

test('the selected tab is in view, the others can be reached, and the selection bar moves no row', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', `/${await getId('DRE gerencial')}/management/view?tab=history`));
  await settled(page);
  const inSight = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => {
      const list = tab.parentElement?.getBoundingClientRect() ?? new DOMRect();
      const { left, right } = tab.getBoundingClientRect();
      return left >= list.left - 1 && right <= list.right + 1;
    });
  await expect.poll(() => page.getByRole('tab', { name: 'Histórico' }).getAttribute('aria-selected')).toBe('true');
  // Beside the report every tab is in sight, in every language.
  for (const language of ['en-US', 'es', 'pt-PT', 'pt-BR']) {
    await page.evaluate((one) => localStorage.setItem('bi:lang', one), language);
    await page.reload();
    await settled(page);
    const row = page.locator('.manage-tools .tabs-list');
    await row.getByRole('tab').nth(6).waitFor();
    await expect.poll(() => row.evaluate((list) => list.scrollWidth - list.clientWidth)).toBeLessThanOrEqual(1);
  }
  expect(await page.locator('.manage-tools .tabs-more').count()).toBe(0);
  await page.setViewportSize(phone);
  await expect.poll(() => inSight('Histórico')).toBe(true);
  await expect.poll(() => inSight('Dados')).toBe(false);
  await page.locator('.tabs-more[data-end="before"]').click();
  await expect.poll(() => inSight('Dados')).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await findings(page)).toEqual([]);

  await page.goto(getUrl('vertice', '/management/report'));
  await settled(page);
  const row = page.locator('table tbody tr').nth(2);
  for (const width of [1440, 1180]) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    const before = (await row.boundingBox())?.y;
    await row.getByRole('checkbox').check();
    await page.getByRole('toolbar').waitFor();
    expect((await row.boundingBox())?.y).toBe(before);
    await page.getByRole('toolbar').getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Excluir' }).waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('checkbox').uncheck();
  }
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('outside access hours the refusal says when to return, and nothing moves while the address is typed', async () => {
  const page = await newPage({ expected: ['403'] });
  // A minute that is not now, whenever this runs; 8:30 in São Paulo is 11:30 in UTC.
  const half = [11, 12].includes(new Date().getUTCHours()) ? 'PM' : 'AM';
  const from = half === 'PM' ? '20:30' : '08:30';
  const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], from, to: from.replace(':30', ':31') }];
  await query(`update users set access_hours = $1::jsonb where email = 'regional@vertice.test' and tenant_id = ${unit}`, [
    JSON.stringify(hours),
  ]);
  await page.goto(getUrl('vertice', '/signin'));
  await settled(page);
  const enter = page.locator('button[type="submit"]');
  const before = await enter.boundingBox();
  await page.locator('input[name="email"]').fill('regional@vertice.test');
  await page.getByText('Quem é de vertice.test entra por aqui:').waitFor();
  await page.locator('input[name="password"]').fill('Mirante!2026');
  await settled(page);
  expect(await enter.boundingBox()).toEqual(before);
  expect(await findings(page)).toEqual([]);
  await enter.click();
  await page.getByText('Horário não permitido!').waitFor();
  await page.getByText(new RegExp(`Você pode entrar: seg–dom ${from}–.+\\. Volte .+, às ${from}\\.`)).waitFor();
  expect(await findings(page)).toEqual([]);
  // In English hours are written as `8:30 AM`.
  await page.getByLabel('Idioma').selectOption('en-US');
  await enter.click();
  await page.getByText('Hour not allowed!').waitFor();
  await page.getByText(new RegExp(`You can sign in: Mon–Sun 8:30 ${half}–8:31 ${half}\\. Come back .+ at 8:30 ${half}\\.`)).waitFor();
  await page.getByLabel('Language').selectOption('pt-BR');
  await query(`update users set access_hours = null where email = 'regional@vertice.test' and tenant_id = ${unit}`);

  // Access hours that end between the password and the second step are shown there.
  const factor = new TOTP({ secret: 'MIRANTEDEMOSECONDFACTOR234567AAA' });
  const wagner = `email = 'wagner.teles@vertice.test' and tenant_id = ${unit}`;
  await page.locator('input[name="email"]').fill('wagner.teles@vertice.test');
  await page.locator('input[name="password"]').fill('Mirante!2026');
  await enter.click();
  const code = page.locator('input[name="code"]');
  await code.waitFor();
  await query(`update users set access_hours = $1::jsonb where ${wagner}`, [JSON.stringify(hours)]);
  await code.fill(factor.generate());
  await page.keyboard.press('Enter');
  await page.getByText(new RegExp(`Você pode entrar: seg–dom ${from}–.+ às ${from}\\.`)).waitFor();
  expect(await findings(page)).toEqual([]);
  await query(`update users set access_hours = null where ${wagner}`);
  expect(complaints).toEqual([]);
});

test('a switch’s label and an option’s description are part of their control', async () => {
  const page = await newPage();
  await signIn(page, 'vertice', 'admin@vertice.test');
  await page.goto(getUrl('vertice', '/setting?area=security'));
  await settled(page);
  const row = page.locator('.switch-row').first();
  const on = await row.getByRole('switch').isChecked();
  await row.locator('label .muted').click();
  await expect.poll(() => row.getByRole('switch').isChecked()).toBe(!on);
  await row.locator('.switch-row-label').click();
  await expect.poll(() => row.getByRole('switch').isChecked()).toBe(on);

  await page.goto(getUrl('vertice', `/${await getId('Vendas diárias')}/management/view?tab=access&new=1`));
  await settled(page);
  const radio = page.locator('.mantine-Radio-root').filter({ has: page.locator('[id$="-description"]') });
  await radio.last().locator('[id$="-description"]').click();
  await expect.poll(() => radio.last().getByRole('radio').isChecked()).toBe(true);
  await radio.first().locator('[id$="-description"]').click();
  await expect.poll(() => radio.first().getByRole('radio').isChecked()).toBe(true);
  expect(complaints).toEqual([]);
});
