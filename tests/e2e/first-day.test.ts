import { expect, test } from 'vitest';
import { demoTenant } from '../../dev/demo/catalog.ts';
import { getUrl, phone, signIn, signInByForm, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeOwnUnit } from '../support/own-unit.ts';
import { fillAccount } from '../support/publish.ts';

const { newPage, complaints } = useBrowser();
const heading = (name: string) => ({ level: 1, name }) as const;

test('the administrator of an empty unit lands on the checklist, and its steps complete themselves', async () => {
  const unit = await makeOwnUnit();
  const page = await newPage();
  await signInByForm(page, unit.host, unit.admin);
  await page.waitForURL((url) => url.pathname === '/' && url.search === '?area=manage');
  await page.getByRole('heading', heading('Visão geral')).waitFor();
  await page.getByText('Malharia Ipê está quase pronto.').waitFor();
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect.poll(() => menu.getByRole('link', { name: 'Visão geral' }).getAttribute('aria-current')).toBe('page');
  const steps = page.getByRole('region', { name: 'Prepare o portal' });
  const step = (name: string, state: 'a fazer' | 'pronto') =>
    steps.getByRole('heading', { level: 3, name: new RegExp(`^${name} ?, ${state}$`) }).waitFor();
  await step('Conta do serviço de relatórios', 'a fazer');
  await step('Relatórios', 'a fazer');
  await step('Pessoas', 'pronto');
  // Every open step can be done from here: one without a page is not listed.
  const open = steps.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /, a fazer$/ }) });
  const leads = await Promise.all((await open.all()).map((each) => each.getByRole('link').getAttribute('href')));
  expect(leads).toHaveLength(3);
  const there = await newPage();
  await signInByForm(there, unit.host, unit.admin);
  for (const lead of leads) {
    await there.goto(getUrl(unit.host, String(lead)));
    await there.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await there.getByRole('heading', heading('Esta página não existe')).count()).toBe(0);
  }
  // The only account opens at its test, the test leads to the next step, and the checklist knows.
  // What needs an account first leads to its form.
  const drawer = there.getByRole('dialog');
  const register = { name: 'Cadastrar conta' } as const;
  await there.goto(getUrl(unit.host, '/powerbi/resources'));
  expect(await there.getByRole('link', register).getAttribute('href')).toBe('/powerbi?new=1');
  await there.goto(getUrl(unit.host, '/powerbi/workspace?new=1'));
  await drawer.getByRole('link', register).click();
  await drawer.getByRole('heading', { name: 'Nova conta' }).waitFor();
  await fillAccount(there, unit.principal);
  await drawer.getByRole('button', register).click();
  await there.getByRole('status').filter({ hasText: 'Conta cadastrada' }).first().waitFor();
  await there.goto(getUrl(unit.host, '/powerbi?panel=test'));
  await drawer.getByRole('button', { name: /^Testar/ }).click();
  await drawer.getByRole('link', { name: 'Importar relatórios' }).waitFor();
  await page.reload();
  await step('Conta do serviço de relatórios', 'pronto');
  await page.getByRole('region', { name: 'Precisa de você' }).waitFor();
  // The viewer's home says why it is empty, and leads back; who opened the overview itself is not sent back to it.
  await page.getByRole('link', { name: 'Ver', exact: true }).click();
  await page.getByText('Ainda não há nada publicado').waitFor();
  await page.getByRole('link', { name: 'Ir para a visão geral' }).click();
  await page.getByRole('heading', heading('Visão geral')).waitFor();
  await page.setViewportSize(phone);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
});

test('a partner sees its units, and in its overview those that need attention and recent visits', async () => {
  const [numera, vertice] = [demoTenant('numera').id, demoTenant('vertice').id];
  await query(
    `insert into remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_name, reach, minutes, state, needs_admin, refusal,
      expires_at, created_at)
     select $2, gen_random_uuid(), 'partner', u.tenant_id, u.id, u.name, 'act', 60, 'refused', true, 'Em fechamento, tente amanhã', now(),
       now()
       from users u
       where u.tenant_id = $1 and u.email = 'partner@numera.test'`,
    [numera, vertice],
  );
  const page = await newPage();
  await signIn(page, 'numera', 'partner@numera.test');
  for (const path of ['/companies', '/?area=manage']) {
    await page.goto(getUrl('numera', path));
    const entries = page.getByRole('region', { name: 'Suas entradas recentes' });
    await entries.getByText('recusada, “Em fechamento, tente amanhã”').waitFor();
    await page.getByRole('region', { name: 'Precisa de você' }).waitFor();
  }
  expect(complaints).toEqual([]);
});

test('a registration shows what the contract allows and the errors of a step when it is left', async () => {
  const numera = demoTenant('numera').id;
  await query('update tenants set user_limit = 400 where id = $1', [numera]);
  const page = await newPage();
  await signIn(page, 'numera', 'partner@numera.test');
  await page.goto(getUrl('numera', '/registration'));
  const next = () => page.getByRole('button', { name: 'Continuar' }).click();
  const step = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
  await page.getByLabel('Nome', { exact: true }).fill(`Degrau ${Date.now() % 100_000}`);
  await next();
  await step('Quem paga');
  // The payer is checked when the step is left: a number of another client is reported here.
  await query(
    `insert into parties (tenant_id, id, kind, fantasy_name, sort_key, person, document, country)
      values ($1, gen_random_uuid(), 'client', 'Já cliente', 'ja cliente', 'legal', '45997418000153', 'BR')
      on conflict do nothing`,
    [numera],
  );
  await page.getByLabel('Nome fantasia').fill('Degrau');
  await page.getByLabel('CNPJ ou CPF').fill('45.997.418/0001-53');
  await next();
  await page.getByText('Outro cadastro já tem este CNPJ ou CPF.').waitFor();
  await page.getByLabel('Ninguém por enquanto').check();
  await next();
  await step('Limites e teste');
  expect(await page.getByText('Restam para dar').count()).toBeGreaterThan(0);
  await page.getByText('De 1 a 365 dias.').waitFor();
  expect(await page.getByLabel('Limite de usuários').getAttribute('placeholder')).toBeNull();
  // What is usually given stands there, if any is left; it may be taken out, but some number must be.
  await page.getByLabel('Limite de usuários').fill('');
  await next();
  await page.getByText('O seu contrato tem limite').first().waitFor();
  await page.getByLabel('Limite de usuários').fill('5000');
  await next();
  await page.getByText(/Restam \d+ no seu contrato/).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  expect(complaints).toEqual([]);
});
