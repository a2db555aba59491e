import { expect, test } from 'vitest';
import { demoTenant } from '../../dev/demo/catalog.ts';
import { phone, signIn, signInByForm, urlOf, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';

const { newPage, complaints } = useBrowser();
const heading = (name: string) => ({ level: 1, name }) as const;

test('the administrator of an empty unit lands on the checklist, and its steps complete themselves', async () => {
  const unit = demoTenant('cerrado').id;
  const page = await newPage();
  await signInByForm(page, 'cerrado', 'admin@cerrado.test');
  // Another test may have published something in this portal: then home opens, and the overview is one press away.
  const [{ n } = { n: 0 }] = await query('select count(*)::int as n from reports where tenant_id = $1', [unit]);
  if (n === 0) await page.waitForURL((url) => url.search === '?area=manage');
  else await page.goto(urlOf('cerrado', '/?area=manage'));
  await page.getByRole('heading', heading('Visão geral')).waitFor();
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect.poll(() => menu.getByRole('link', { name: 'Visão geral' }).getAttribute('aria-current')).toBe('page');
  const steps = page.getByRole('region', { name: 'Prepare o portal' });
  if (n === 0) {
    await steps.getByRole('heading', { level: 3, name: /^Relatórios ?, a fazer$/ }).waitFor();
    await steps.getByRole('heading', { level: 3, name: /^Pessoas ?, pronto$/ }).waitFor();
    // Every open step can be done from here: one without a page is not listed.
    const open = steps.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /, a fazer$/ }) });
    expect(await open.count()).toBeGreaterThan(0);
    const there = await newPage();
    await signInByForm(there, 'cerrado', 'admin@cerrado.test');
    for (const step of await open.all()) {
      await there.goto(urlOf('cerrado', String(await step.getByRole('link').getAttribute('href'))));
      await there.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await there.getByRole('heading', heading('Esta página não existe')).count()).toBe(0);
    }
    // The only account opens at its test, and the test leads to the next step.
    await there.goto(urlOf('cerrado', '/powerbi?panel=test'));
    await there
      .getByRole('dialog')
      .getByRole('button', { name: /^Testar/ })
      .click();
    await there.getByRole('dialog').getByRole('link', { name: 'Importar relatórios' }).waitFor();
    expect(await steps.getByRole('heading', { level: 3, name: /^Aparência ?, a fazer$/ }).count()).toBe(0);
  }
  await page.getByRole('region', { name: 'Precisa de você' }).waitFor();
  // The viewer's home says why it is empty, and leads back.
  if (n === 0) {
    await page.getByRole('link', { name: 'Ver', exact: true }).click();
    await page.getByText('Ainda não há nada publicado').waitFor();
    await page.getByRole('link', { name: 'Ir para a visão geral' }).click();
    await page.getByRole('heading', heading('Visão geral')).waitFor();
  }
  await page.setViewportSize(phone);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
});

test('a partner sees its units, and in its overview those that need attention and recent visits', async () => {
  const [numera, vertice] = [demoTenant('numera').id, demoTenant('vertice').id];
  await query(
    `insert into remote_requests (tenant_id, id, kind, asker_home_id, asker_id, asker_name, reach, minutes, state, needs_admin, refusal, expires_at, created_at)
     select $2, gen_random_uuid(), 'partner', u.tenant_id, u.id, u.name, 'act', 60, 'refused', true, 'Em fechamento, tente amanhã', now(), now() from users u where u.tenant_id = $1 and u.email = 'partner@numera.test'`,
    [numera, vertice],
  );
  const page = await newPage();
  await signIn(page, 'numera', 'partner@numera.test');
  for (const path of ['/companies', '/?area=manage']) {
    await page.goto(urlOf('numera', path));
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
  await page.goto(urlOf('numera', '/registration'));
  const next = () => page.getByRole('button', { name: 'Continuar' }).click();
  const step = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
  await page.getByLabel('Nome', { exact: true }).fill(`Degrau ${Date.now() % 100_000}`);
  await next();
  await step('Quem paga');
  // The payer is checked when the step is left: a number of another client is reported here.
  await query(
    `insert into parties (tenant_id, id, kind, fantasy_name, sort_key, person, document, country) values ($1, gen_random_uuid(), 'client', 'Já cliente', 'ja cliente', 'legal', '45997418000153', 'BR') on conflict do nothing`,
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
  expect(await page.getByLabel('Limite de usuários').getAttribute('placeholder')).toBeNull();
  await next();
  await page.getByText('O seu contrato tem limite').first().waitFor();
  await page.getByLabel('Limite de usuários').fill('5000');
  await next();
  await page.getByText(/Restam \d+ no seu contrato/).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  expect(complaints).toEqual([]);
});
