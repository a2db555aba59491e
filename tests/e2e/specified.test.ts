import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { getUrl, phone, settled, signIn, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeWay } from '../support/entra.ts';
import { makeOnCatalog, makeRequest } from '../support/make-catalog.ts';
import { makeListView } from '../support/make-list-view.ts';
import { makeScimToken } from '../support/make-scim.ts';
import { makeUserImport } from '../support/make-user-import.ts';
import { makeOwnUnit } from '../support/own-unit.ts';

const { newPage, complaints } = useBrowser();

/** The fields of the settings form that the specification names. */
const specified = [
  ...['home_page', 'relatorio_id', 'enable', 'send_email_register_user', 'timezone', 'enable_password', 'allow_access_remote'],
  ...['user_import', 'enable_embedded', 'listIp', 'save_filter', 'show_menu_report', 'ip', 'mfa_master', 'mfa_permission_admin'],
  ...['token_embedded', 'min_character', 'capital_letter', 'last_update', 'special_characters', 'expiry_time_password'],
  ...['show_name_report', 'enable_helpdesk', 'send_email_helpdesk', 'enable_watermark', 'send_email_notification', 'login_timeout'],
];

const getIds = async (email: string) =>
  // makeOwnUnit has made this user.
  (await query('select tenant_id as unit, id as person from users where email = $1', [email]))[0] as { unit: string; person: string };

/** Opens the confirmation with one button, checks that it needs the name, types it and deletes. */
async function deleteTyping(page: Page, open: () => Promise<void>, { yes, typed, said }: Record<'yes' | 'typed' | 'said', string>) {
  await open();
  const dialog = page.getByRole('dialog').filter({ hasText: 'para confirmar' });
  const field = dialog.getByLabel(`Digite ${typed} para confirmar`);
  const button = dialog.getByRole('button', { name: yes });
  await field.fill(typed.slice(0, -1));
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  await field.press('Enter');
  expect(await dialog.isVisible()).toBe(true);
  await field.fill(typed);
  await button.click();
  await page.getByRole('status').filter({ hasText: said }).first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

test('tokens, sign-in methods, the mail server, saved views and drafts are deleted once their name is typed', async () => {
  const own = await makeOwnUnit();
  const { unit, person } = await getIds(own.admin);
  await makeScimToken({ id: unit }, { name: 'Okta da rede' });
  await makeWay({ id: unit, host: own.host });
  await makeListView({ id: unit }, { id: person }, { list: 'users', name: 'Região norte' });
  await makeUserImport({ id: unit }, { id: person });
  await query(
    `insert into mail_servers (tenant_id, name, email, host, port, protocol) values ($1, 'Malharia Ipê', 'portal@ipe.test', 'smtp.ipe.test', 587, 'starttls')`,
    [unit],
  );
  const page = await newPage();
  page.setDefaultTimeout(60_000);
  await signIn(page, own.host, own.admin);

  const press = (name: string) => () => page.getByRole('button', { name }).first().click();
  const pick = (menu: string, item: string) => async () => {
    await press(menu)();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const cases = [
    ['/azure/saml?area=scim', press('Remover Okta da rede'), { yes: 'Remover token', typed: 'OKTA_DA_REDE', said: 'não vale mais' }],
    ['/azure/saml?area=entra', press('Remover esta forma de entrar'), { yes: 'Remover esta', typed: 'MICROSOFT', said: 'removida' }],
    ['/setting?area=mail', press('Remover servidor'), { yes: 'Remover servidor', typed: 'MALHARIA_IPÊ', said: 'removido' }],
    [
      `/user?saved=${(await query('select id from list_views where tenant_id = $1', [unit]))[0]?.id}`,
      pick('Ações de Região norte', 'Excluir visão'),
      { yes: 'Excluir visão', typed: 'REGIÃO_NORTE', said: 'Visão excluída' },
    ],
    [
      '/user?import=1',
      pick('Ações de pessoas.csv', 'Remover da lista'),
      { yes: 'Remover da lista', typed: 'PESSOAS.CSV', said: 'Removida' },
    ],
  ] as const;
  for (const [at, [path, open, words]] of cases.entries()) {
    await page.goto(getUrl(own.host, path));
    if (at === 2) await page.setViewportSize(phone);
    await settled(page);
    await deleteTyping(page, open, words);
    if (at === 2) await page.setViewportSize({ width: 1280, height: 800 });
  }
  for (const table of ['sso_apps', 'mail_servers', 'list_views', 'user_imports'])
    expect(await query(`select 1 from ${table} where tenant_id = $1`, [unit]), table).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the root keeps its address through sign-in and leads home; saving is announced, and bi:config holds the values that the screens read', async () => {
  const own = await makeOwnUnit();
  const { unit } = await getIds(own.admin);
  await query(`update settings set "values" = "values" || '{"enable":"S","home_page":"/all/reports"}' where tenant_id = $1`, [unit]);
  await query(
    `insert into themes (tenant_id, id, name, "values", published) values ($1, gen_random_uuid(), 'Ipê', '{"iconReport":"icone.png"}', true)`,
    [unit],
  );
  const page = await newPage({ expected: ['404'] });
  page.setDefaultTimeout(60_000);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(getUrl(own.host));
  await page.waitForURL((url) => url.pathname === '/signin' && url.searchParams.get('redirect') === '/');
  await page.locator('input[name="email"]').fill(own.admin);
  await page.locator('input[type="password"]').fill('Mirante!2026');
  await page.locator('button[type="submit"]').first().click();
  await page.waitForURL((url) => url.pathname === '/all/reports');
  await settled(page);
  // Before any form has loaded: the browser knows the time zones by itself.
  const early = () => page.evaluate(() => JSON.parse(localStorage.getItem('bi:config') ?? '{}').timezones ?? []);
  await expect.poll(early).toContainEqual({ id: 'America/Sao_Paulo', offset: -180 });
  expect((await early()).length).toBeGreaterThan(300);
  expect(asked.filter((path) => path === '/api/timezone/all')).toEqual([]);
  await page.goto(getUrl(own.host, '/signin?redirect=%2F'));
  await page.waitForURL((url) => url.pathname === '/');

  await page.goto(getUrl(own.host, '/setting'));
  await settled(page);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('bi:config') ?? '{}'));
  expect(kept.whitelabel).toEqual({ iconReport: 'icone.png' });
  expect(kept.timezones).toContainEqual({ id: 'America/Sao_Paulo', offset: -180 });
  expect(kept.timezone).toBe('America/Sao_Paulo');
  await page.goto(getUrl(own.host, '/setting?area=security'));
  await page.getByLabel('Horas até a sessão terminar').fill('3');
  await page.getByRole('button', { name: 'Salvar' }).first().click();
  await page
    .getByRole('status')
    .filter({ hasText: 'Realizado com sucesso!' })
    .filter({ hasText: 'Configurações salvas' })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});

test('the catalog names only those who can decide, settings are posted back whole, and hidden_menu closes entries and their addresses', async () => {
  const own = await makeOwnUnit();
  const { unit } = await getIds(own.admin);
  const person = async (name: string, flags: string[]) => {
    const id = randomUUID();
    const email = `${id.slice(0, 8)}@ipe.test`;
    const about = [unit, id, email, name, name.toLowerCase(), flags];
    await query(
      `with a as (insert into accounts (id, email, password)
        select gen_random_uuid(), $3, password
        from accounts
        where email = 'admin@vertice.test'
        returning id)
        insert into users (tenant_id, id, account_id, email, name, sort_key, profile, flags)
          select $1, $2, a.id, $3, $4, $5, 'user', $6
          from a`,
      about,
    );
    return { id, email };
  };
  const owner = await person('Abel Dono', []);
  const approver = await person('Bia Aprova', ['decide_catalog']);
  await query("update users set name = 'Zoraide Prado', sort_key = 'zoraide prado' where email = $1", [own.admin]);
  const report = await makeOnCatalog({ id: unit }, { title: 'Com filtros', owner });
  await query("update reports set restriction = 'filters' where id = $1", [report.id]);
  const viewer = await newPage();
  await signIn(viewer, own.host, own.viewer);
  await viewer.goto(getUrl(own.host, `/catalogs?ask=${report.id}`));
  const dialog = viewer.getByRole('dialog', { name: 'Pedir acesso' });
  await dialog.getByText('Quem decide: Zoraide Prado.').waitFor();
  expect(await dialog.getByText(/Abel Dono|Bia Aprova/).count()).toBe(0);

  // An approver's own request is shown with the reason why they can't decide it.
  const { id: request } = await makeRequest({ id: unit }, report, approver);
  const decider = await newPage();
  await signIn(decider, own.host, approver.email);
  await decider.goto(getUrl(own.host, '/catalogs?tab=requests'));
  await decider.getByRole('button', { name: 'Ações de Com filtros' }).click();
  expect(await decider.getByRole('menuitem', { name: 'Decidir' }).count()).toBe(0);
  await decider.getByRole('menuitem', { name: 'Ver o pedido' }).click();
  await decider.waitForURL((url) => url.searchParams.get('id') === request);
  await decider.getByRole('dialog').getByText('Outra pessoa precisa decidir o seu pedido.').waitFor();
  expect(
    await decider
      .getByRole('dialog')
      .getByRole('button', { name: /Conceder|Recusar/ })
      .count(),
  ).toBe(0);

  await query(`update settings set "values" = "values" || '{"enable":"S","hidden_menu":["catalogs","playlists"]}' where tenant_id = $1`, [
    unit,
  ]);
  // The page posts back what it was given, with the four names of pages about one object beside the entries.
  const admin = await newPage();
  await signIn(admin, own.host, own.admin);
  const given = admin.waitForRequest('**/api/auth/config/getConfig');
  await admin.goto(getUrl(own.host, '/setting'));
  const headers = await (await given).allHeaders();
  const names = ['{id}/management/view', '{id}/reports/view', '{id}/reports/external', '{id}/playlist/view'];
  const posted = await admin.evaluate(
    async ([authorization, hidden]) => {
      const options = { headers: { 'content-type': 'application/json', authorization } };
      const { config } = await (await fetch('/api/auth/config/getConfig', options)).json();
      const post = async (sent: object) => {
        const answer = await fetch('/api/auth/config/update', { method: 'POST', body: JSON.stringify(sent), ...options });
        return answer.json();
      };
      const whole = await post(config);
      const kept = (await (await fetch('/api/auth/config/getConfig', options)).json()).config;
      const more = await post({ hidden_menu: [...config.hidden_menu, ...hidden], version: whole.version });
      return { config, kept, statuses: [whole.status, more.status] };
    },
    [headers.authorization ?? '', names] as const,
  );
  expect(posted.statuses).toEqual(['ok', 'ok']);
  expect(posted.kept).toEqual({ ...posted.config, version: posted.config.version + 1 });
  expect(Object.keys(posted.config)).toEqual(expect.arrayContaining(specified));

  // Its session renews its token at the next heartbeat, by a 409.
  await admin.close();

  // A change of the settings reaches the next session.
  const next = await newPage();
  await signIn(next, own.host, own.viewer);
  await next.goto(getUrl(own.host));
  await settled(next);
  const menu = next.getByRole('navigation', { name: 'Menu principal' });
  await menu.getByRole('link', { name: 'Início', exact: true }).waitFor();
  expect(await menu.getByRole('link', { name: /Catálogos|Apresentações/ }).count()).toBe(0);
  await next.goto(getUrl(own.host, '/catalogs'));
  await next.waitForURL((url) => url.pathname === '/signin' && url.searchParams.get('redirect') === '/catalogs');
  for (const name of names) {
    const path = `/${name.replace('{id}', report.id)}`;
    await next.goto(getUrl(own.host, path));
    await next.waitForURL((url) => url.pathname === '/signin' && url.searchParams.get('redirect') === path);
  }
  expect(complaints).toEqual([]);
});
