import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getUrl, phone, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeOwnUnit } from '../support/own-unit.ts';
import { password } from '../support/password.ts';
import { linkTo } from '../support/portal-mail.ts';

const { newPage, complaints } = useBrowser();
const fresh = 'nove-cafés-azuis';

test('an invited user chooses a password on a phone by keyboard alone and is signed in', async () => {
  const unit = await makeOwnUnit();
  const [id, email] = [randomUUID(), `nova-${randomUUID().slice(0, 8)}@ipe.test`];
  const [{ tenant } = {}] = await query('select tenant_id as tenant from domains where host = $1', [`${unit.host}.localhost`]);
  await query("insert into users (tenant_id, id, email, name, sort_key, profile) values ($1, $2, $3, 'Iara Nova', 'iara nova', 'user')", [
    tenant,
    id,
    email,
  ]);
  const page = await newPage({ expected: ['422'] });
  await page.setViewportSize(phone);
  await page.goto(getUrl(unit.host, '/signin'));
  // The administrator's part, by the call of the users page.
  const sent = await page.evaluate(
    async ({ who, user, password }) => {
      const post = async (path: string, body: object, token = '') =>
        (
          await fetch(path, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
            body: JSON.stringify(body),
          })
        ).json();
      const { token } = await post('/api/login', { email: who, password });
      return post(`/api/auth/users/${user}/account_mail`, {}, token);
    },
    { who: unit.admin, user: id, password },
  );
  expect(sent).toEqual({ status: 'ok', kind: 'invite' });
  await page.goto(await linkTo(email));
  await page.getByRole('heading', { level: 1, name: /Malharia Ipê/ }).waitFor();
  // The secret is removed from the address, and the page reopens without it.
  await expect.poll(() => new URL(page.url()).pathname).toBe('/new/password/open');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: /Malharia Ipê/ }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const field = page.getByLabel('Nova senha', { exact: true });
  await field.focus();
  await page.keyboard.type('Brasil2026');
  await page.getByText('fraca').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(/Esta senha não cumpre uma regra/).waitFor();
  await expect.poll(() => field.evaluate((input) => document.activeElement === input)).toBe(true);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(fresh);
  await page.getByText('boa', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});

test('a forgotten password: requested, reset, the link used once, signed in with the new one and changed inside', async () => {
  const unit = await makeOwnUnit();
  const page = await newPage({ expected: ['410'] });
  await page.goto(getUrl(unit.host, '/signin'));
  await page.getByLabel('E-mail').fill(unit.viewer);
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await page.getByText('Um e-mail de recuperação de senha foi enviado para o seu endereço de e-mail!').waitFor();
  const link = await linkTo(unit.viewer);
  await page.goto(link);
  await page.getByLabel('Nova senha', { exact: true }).fill(fresh);
  await page.getByRole('button', { name: 'Definir nova senha' }).click();
  await page.waitForURL(/\/signin\?email=/);
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(unit.viewer);
  const again = await newPage({ expected: ['410'] });
  await again.goto(link);
  await again.getByRole('heading', { name: 'Este link não funciona mais' }).waitFor();
  await page.locator('input[type="password"]').fill(fresh);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(getUrl(unit.host, '/?account=security'));
  await page.getByLabel('Senha atual').fill(fresh);
  await page.getByLabel('Nova senha', { exact: true }).fill('dez-cafés-verdes');
  await page.getByRole('button', { name: 'Trocar senha' }).click();
  await page.getByText('Senha trocada').waitFor();
  expect(new URL(page.url()).searchParams.get('account')).toBeNull();
  expect(complaints).toEqual([]);
});

test('an expired password typed on the unit’s own domain is changed at the portal’s address, with an explanation on the way', async () => {
  const unit = await makeOwnUnit();
  const own = `bi.${unit.host}.example`;
  await query('insert into domains (host, tenant_id, main) select $1, tenant_id, false from domains where host = $2', [
    own,
    `${unit.host}.localhost`,
  ]);
  await query('update accounts set must_change = true where email = $1', [unit.viewer]);
  // Without HTTPS the browser ignores that header of every host but localhost.
  const page = await newPage({ expected: ['403', 'Cross-Origin-Opener-Policy'] });
  const signIn = async () => {
    await page.getByLabel('E-mail').fill(unit.viewer);
    await page.locator('input[type="password"]').fill(password);
    await page.keyboard.press('Enter');
  };
  await page.goto(getUrl(unit.host, '/signin').replace(`${unit.host}.localhost`, own));
  await signIn();
  const onward = page.getByRole('button', { name: `Ir para ${new URL(getUrl(unit.host)).host}` });
  await onward.waitFor();
  await page.setViewportSize(phone);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await onward.click();
  await page.waitForURL(getUrl(unit.host, '/signin'));
  await signIn();
  await page.getByLabel('Nova senha', { exact: true }).fill(fresh);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  expect(complaints).toEqual([]);
});
