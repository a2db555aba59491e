import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { getUrl, measureOverflow, phone, settled, signInByForm, turnTo, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { mailedCode } from '../support/make-factor.ts';
import { makeOwnUnit } from '../support/own-unit.ts';
import { password } from '../support/password.ts';
import { factorCodeTo } from '../support/portal-mail.ts';

const { newPage, complaints } = useBrowser();

/** The code that an authenticator app shows for the key on the page, this many steps from now. */
const getCode = (key: string, steps = 0) =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: key.replaceAll(' ', '') }).generate({
    timestamp: Date.now() + steps * 30_000,
  });
/**
 * The code that the platform mails before an account's first factor, as its delivery would have left it. Not where the
 * page sends one as well: its delivery ends this one.
 */
async function codeMailedTo(email: string): Promise<string> {
  const [person] = await query('select u.tenant_id, u.id from users u join accounts a on a.id = u.account_id where a.email = $1', [email]);
  return mailedCode({ id: String(person?.id), tenantId: String(person?.tenant_id) });
}
const atHome = (page: Page) => page.waitForURL((url) => url.pathname === '/', { timeout: 60_000 });

test('a user who needs it sets up an app on a phone, saves the codes, and returns with a code, a recovery code and without', async () => {
  const unit = await makeOwnUnit();
  await query(
    `update settings s set "values" = s."values" || '{"mfa_master":"S"}' from domains d where d.tenant_id = s.tenant_id and d.host = $1`,
    [`${unit.host}.localhost`],
  );
  const page = await newPage({ expected: ['403', '422'] });
  await page.setViewportSize(phone);
  await page.goto(getUrl(unit.host, '/signin?redirect=%2Fnotifications'));
  await page.getByLabel('E-mail').fill(unit.admin);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Proteja a sua entrada' }).waitFor();
  await page.getByRole('img', { name: 'Leia esta imagem com o aplicativo' }).waitFor();
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  const key = (await page.locator('.factor-key').textContent()) ?? '';
  // First the code from the platform's mail: nothing is sent without it.
  const code = page.getByLabel('Código do aplicativo');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.locator('.field-error').waitFor();
  await page.getByRole('button', { name: 'Enviar o código' }).click();
  await page.getByText('Código enviado. Ele vale por 10 minutos.').waitFor();
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByLabel('Código do e-mail').fill(await factorCodeTo(unit.admin));
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('Este código está errado ou já foi usado.').waitFor();
  await expect.poll(() => code.evaluate((input) => document.activeElement === input)).toBe(true);
  await expect.poll(() => code.inputValue()).toBe('');
  const typed = getCode(key);
  await page.keyboard.insertText(typed);
  await expect.poll(() => code.inputValue()).toBe(typed);
  // Nothing is sent before the user confirms: the box below may still be ticked.
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Seus códigos de recuperação' }).waitFor();
  const codes = await page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Já guardei' }).click();
  // The page requested when the sign-in began.
  await page.waitForURL((url) => url.pathname === '/notifications', { timeout: 60_000 });
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signInByForm(page, unit.host, unit.admin);
  await page.getByRole('heading', { level: 1, name: 'Mais uma etapa' }).waitFor();
  await expect.poll(() => code.evaluate((input) => document.activeElement === input)).toBe(true);
  await page.getByRole('button', { name: 'Usar um código de recuperação' }).click();
  await page.getByLabel('Código de recuperação').fill(codes[0] ?? '');
  await page.getByLabel('Lembrar deste dispositivo por 30 dias').check();
  await page.getByRole('button', { name: 'Confirmar e entrar' }).click();
  await atHome(page);
  await page.evaluate(() => localStorage.clear());
  await signInByForm(page, unit.host, unit.admin);
  await atHome(page);
  expect(complaints).toEqual([]);
});

test('the second step is in the language of the user, not of the unit, unless this device has one', async () => {
  const unit = await makeOwnUnit();
  await query(
    `update settings s set "values" = s."values" || '{"mfa_master":"S"}' from domains d where d.tenant_id = s.tenant_id and d.host = $1`,
    [`${unit.host}.localhost`],
  );
  await query("update users set language = 'en-US' where email = $1", [unit.admin]);
  const page = await newPage({ expected: ['403'] });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const language = () => page.evaluate(() => document.documentElement.lang);
  await page.goto(getUrl(unit.host, '/signin'));
  await expect.poll(language).toBe('pt-BR');
  await signInByForm(page, unit.host, unit.admin);
  await heading('Protect your sign-in');
  expect(await language()).toBe('en-US');
  const key = (await page.locator('.factor-key').textContent()) ?? '';
  await page.getByLabel('Code from the e-mail').fill(await codeMailedTo(unit.admin));
  await page.getByLabel('Code from your app').fill(getCode(key));
  await page.keyboard.press('Enter');
  await heading('Your recovery codes');
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await atHome(page);
  await page.evaluate(() => localStorage.clear());
  await signInByForm(page, unit.host, unit.admin);
  await heading('One more step');
  // A language that was chosen on this device comes first, here as in the portal.
  await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
  await expect.poll(language).toBe('es');
  await page.reload();
  await page.getByRole('textbox').first().waitFor();
  expect(await language()).toBe('es');
  expect(complaints).toEqual([]);
});

/** A device that makes and uses passkeys without asking; `verified` says whether it verifies its user. */
async function addDevice(page: Page, verified = true) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verified,
      automaticPresenceSimulation: true,
    },
  });
  return {
    knows: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Untouched it accepts no offer, not even that of the address field. */
    isTouched: (enabled: boolean) => devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

test('a user who needs it adds a passkey on the page itself, saves the codes, and returns with it', async () => {
  const unit = await makeOwnUnit();
  await query(
    `update settings s set "values" = s."values" || '{"mfa_master":"S"}' from domains d where d.tenant_id = s.tenant_id and d.host = $1`,
    [`${unit.host}.localhost`],
  );
  const page = await newPage({ expected: ['403', '422'] });
  page.setDefaultTimeout(60_000);
  await page.setViewportSize(phone);
  const device = await addDevice(page, false);
  await signInByForm(page, unit.host, unit.admin);
  await page.getByRole('heading', { level: 1, name: 'Proteja a sua entrada' }).waitFor();
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByLabel('Código do e-mail').fill(await codeMailedTo(unit.admin));
  // A device without user verification is refused.
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await page.getByText('A chave de acesso não foi criada. Tente de novo.').waitFor();
  await device.knows(true);
  await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
  await page.getByRole('list', { name: 'Códigos de recuperação' }).waitFor();
  await expect.poll(() => page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem').count()).toBe(10);
  await page.getByRole('button', { name: 'Já guardei' }).click();
  await atHome(page);
  await settled(page);
  await page.evaluate(() => localStorage.clear());
  await device.isTouched(false);
  await signInByForm(page, unit.host, unit.admin);
  await page.getByRole('button', { name: 'Usar uma chave de acesso' }).waitFor();
  await device.isTouched(true);
  await page.getByRole('button', { name: 'Usar uma chave de acesso' }).click();
  await atHome(page);
  expect(complaints).toEqual([]);
}, 120_000);

test('a passkey is made in the account drawer, confirms new codes there, and signs in without a password', async () => {
  const unit = await makeOwnUnit();
  const page = await newPage({ expected: ['422', '429'] });
  const device = await addDevice(page);
  await signInByForm(page, unit.host, unit.admin);
  await atHome(page);
  await turnTo(page, '/?account=security');
  await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar chave de acesso' });
  await dialog.getByLabel('Nome').fill('Notebook da Ana');
  await dialog.getByLabel('Código do e-mail').fill(await codeMailedTo(unit.admin));
  await dialog.getByLabel('Sua senha').fill('outra-senha');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.locator('.field-error').waitFor();
  await dialog.getByLabel('Sua senha').fill(password);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Já guardei' }).click();
  await page.getByText('Notebook da Ana', { exact: true }).waitFor();
  // It confirms a request for new codes: as an alternative to the password, and alone without another proof.
  const renewing = page.getByRole('dialog', { name: 'Novos códigos de recuperação' });
  const usePasskey = renewing.getByRole('button', { name: 'Usar uma chave de acesso' });
  const renew = page.getByRole('button', { name: 'Novos códigos de recuperação' });
  const kept = page.getByRole('button', { name: 'Já guardei' });
  await renew.click();
  await renewing.getByLabel('Sua senha').waitFor();
  await usePasskey.click();
  await kept.waitFor();
  const [spare = ''] = await page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem').allTextContents();
  await kept.click();
  // Later in the session neither the password nor a code is enough alone: one dialog asks for both.
  await query('update sessions set factor_at = null from users u where u.id = sessions.user_id and u.email = $1', [unit.admin]);
  await page.reload();
  await renew.click();
  await renewing.getByLabel('Código de recuperação').fill(spare);
  await renewing.getByRole('button', { name: 'Continuar' }).click();
  await renewing.locator('.field-error').waitFor();
  expect(await renewing.getByLabel('Sua senha').getAttribute('aria-invalid')).toBe('true');
  await renewing.getByLabel('Sua senha').fill(password);
  await renewing.getByRole('button', { name: 'Continuar' }).click();
  await kept.click();
  await query(
    `with u as (update sessions
      set factor_at = null
      from users u
      where u.id = sessions.user_id and u.email = $1
      returning u.account_id) delete from factors f using u
      where f.holder = u.account_id and f.kind = 'recovery'`,
    [unit.admin],
  );
  await device.knows(false);
  await renew.click();
  await expect.poll(() => renewing.getByRole('textbox').count()).toBe(0);
  await usePasskey.click();
  await renewing.getByText('A chave de acesso não foi usada. Tente de novo.').waitFor();
  await device.knows(true);
  await usePasskey.click();
  await kept.click();
  await settled(page);
  await page.evaluate(() => localStorage.clear());
  await device.isTouched(false);
  await page.goto(getUrl(unit.host, '/signin'));
  await expect.poll(() => page.getByLabel('E-mail').getAttribute('autocomplete')).toContain('webauthn');
  await device.isTouched(true);
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await atHome(page);
  await settled(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto(getUrl(unit.host, '/signin'));
  // The browser offers it in the field as well; this test's authenticator accepts any offer.
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).waitFor();
  await expect.poll(() => page.getByLabel('E-mail').getAttribute('autocomplete')).toContain('webauthn');
  await page.getByLabel('E-mail').focus();
  await atHome(page);
  await settled(page);
  // An address with too many attempts is offered nothing, and gets the reason on request.
  await query(`update attempts a set n = 600 from domains d where d.host = $1 and a.key like 'po ' || d.tenant_id || ' %'`, [
    `${unit.host}.localhost`,
  ]);
  await page.evaluate(() => localStorage.clear());
  const offered = page.waitForResponse((answer) => answer.url().endsWith('/api/login/passkey/options'), { timeout: 60_000 });
  await page.goto(getUrl(unit.host, '/signin'));
  await expect.poll(() => page.getByLabel('E-mail').getAttribute('autocomplete')).toContain('webauthn');
  await page.getByLabel('E-mail').focus();
  expect((await offered).status()).toBe(200);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await page.getByText(/Muitas tentativas/).waitFor();
  expect(complaints).toEqual([]);
});

test('a session that a provider began changes unit once the account is confirmed', async () => {
  const unit = await makeOwnUnit();
  const email = 'admin@vertice.test';
  const here = `(select u.id from users u join domains d on d.tenant_id = u.tenant_id where u.email = '${email}' and d.host = 'vertice.localhost')`;
  const unlink = () => query(`delete from identities where user_id = ${here}`);
  // Another test may have linked this administrator already.
  await unlink();
  const guest = randomUUID();
  await query(
    `insert into users (tenant_id, id, account_id, email, name, sort_key, profile, status)
      select d.tenant_id, $1, a.id, a.email, 'Consultor', 'consultor', 'user', 'A' from accounts a, domains d where a.email = $2 and d.host = $3`,
    [guest, email, `${unit.host}.localhost`],
  );
  const page = await newPage({ expected: ['403', '422'] });
  page.setDefaultTimeout(60_000);
  await page.goto(getUrl('vertice', '/signin'));
  await page.getByRole('button', { name: 'Continuar com Microsoft' }).click();
  await page.getByRole('link', { name: /Administrator of Vértice/ }).click();
  await page.getByRole('heading', { level: 1, name: 'É você?' }).waitFor();
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await atHome(page);
  // The unit vouches for this session, so it names no other unit before the proof.
  await page.getByRole('button', { name: 'Trocar de unidade de negócio' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trocar de unidade de negócio' });
  await dialog.getByRole('heading', { name: 'Confirme sua conta' }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Malharia Ipê' }).count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  const typed = dialog.getByLabel('Sua senha');
  await typed.fill('outra-senha');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await dialog.locator('.field-error').waitFor();
  await typed.fill(password);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Malharia Ipê' }).click();
  await page.waitForURL((url) => url.hostname === `${unit.host}.localhost` && url.pathname === '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await unlink();
  await query("update users set status = 'I' where id = $1", [guest]);
  expect(complaints).toEqual([]);
}, 120_000);
