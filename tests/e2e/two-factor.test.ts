import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { phone, settled, signInByForm, turnTo, urlOf, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { mailedCode } from '../support/make-factor.ts';
import { makeOwnUnit } from '../support/own-unit.ts';
import { password } from '../support/password.ts';

const { newPage, complaints } = useBrowser();

/** The code that an authenticator app shows for the key on the page, this many steps from now. */
const codeOf = (key: string, steps = 0) =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: key.replaceAll(' ', '') }).generate({
    timestamp: Date.now() + steps * 30_000,
  });
/** The code that the platform mails before the first factor of an account, as its delivery would have left it. */
async function codeMailedTo(email: string): Promise<string> {
  const [person] = await query('select u.tenant_id, u.id from users u join accounts a on a.id = u.account_id where a.email = $1', [email]);
  return mailedCode({ id: String(person?.id), tenantId: String(person?.tenant_id) });
}
const narrow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const atHome = (page: Page) => page.waitForURL((url) => url.pathname === '/', { timeout: 60_000 });

test('a user who needs it sets up an app on a phone, saves the codes, and returns with a code, a recovery code and without', async () => {
  const unit = await makeOwnUnit();
  await query(
    `update settings s set "values" = s."values" || '{"mfa_master":"S"}' from domains d where d.tenant_id = s.tenant_id and d.host = $1`,
    [`${unit.host}.localhost`],
  );
  const page = await newPage({ expected: ['403', '422'] });
  await page.setViewportSize(phone);
  await page.goto(urlOf(unit.host, '/signin?redirect=%2Fnotifications'));
  await page.getByLabel('E-mail').fill(unit.admin);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Proteja a sua entrada' }).waitFor();
  await page.getByRole('img', { name: 'Leia esta imagem com o aplicativo' }).waitFor();
  await expect.poll(() => narrow(page)).toBeLessThanOrEqual(0);
  const key = (await page.locator('.factor-key').textContent()) ?? '';
  // First the code from the platform's mail: nothing is sent without it.
  const code = page.getByLabel('Código do aplicativo');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.locator('.field-error').waitFor();
  await page.getByRole('button', { name: 'Enviar o código' }).click();
  await page.getByText('Código enviado. Ele vale por 10 minutos.').waitFor();
  await expect.poll(() => narrow(page)).toBeLessThanOrEqual(0);
  await page.getByLabel('Código do e-mail').fill(await codeMailedTo(unit.admin));
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('Este código está errado ou já foi usado.').waitFor();
  await expect.poll(() => code.evaluate((input) => document.activeElement === input)).toBe(true);
  await page.keyboard.insertText(codeOf(key));
  // Nothing is sent before the user confirms: the box below may still be ticked.
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Seus códigos de recuperação' }).waitFor();
  const codes = await page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await expect.poll(() => narrow(page)).toBeLessThanOrEqual(0);
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

/** A device that makes and uses passkeys without asking; `verified` tells if it verifies its user. */
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
  await expect.poll(() => narrow(page)).toBeLessThanOrEqual(0);
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
    `with u as (update sessions set factor_at = null from users u where u.id = sessions.user_id and u.email = $1 returning u.account_id) delete from factors f using u where f.holder = u.account_id and f.kind = 'recovery'`,
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
  await page.goto(urlOf(unit.host, '/signin'));
  await expect.poll(() => page.getByLabel('E-mail').getAttribute('autocomplete')).toContain('webauthn');
  await device.isTouched(true);
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await atHome(page);
  await settled(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto(urlOf(unit.host, '/signin'));
  // The browser offers it in the field as well; this test's authenticator accepts any offer.
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).waitFor();
  await expect.poll(() => page.getByLabel('E-mail').getAttribute('autocomplete')).toContain('webauthn');
  await page.getByLabel('E-mail').focus();
  await atHome(page);
  await settled(page);
  // An address with too many attempts is offered nothing, and told why when it asks.
  await query(`update attempts a set n = 600 from domains d where d.host = $1 and a.key like 'po ' || d.tenant_id || ' %'`, [
    `${unit.host}.localhost`,
  ]);
  await page.evaluate(() => localStorage.clear());
  const offered = page.waitForResponse((answer) => answer.url().endsWith('/api/login/passkey/options'), { timeout: 60_000 });
  await page.goto(urlOf(unit.host, '/signin'));
  await expect.poll(() => page.getByLabel('E-mail').getAttribute('autocomplete')).toContain('webauthn');
  await page.getByLabel('E-mail').focus();
  expect((await offered).status()).toBe(200);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await page.getByText(/Muitas tentativas/).waitFor();
  expect(complaints).toEqual([]);
});

test('“This wasn’t me” says what is reverted, leads to a new password, and opens once', async () => {
  const unit = await makeOwnUnit();
  const link = crypto.randomUUID().replaceAll('-', '').padEnd(43, 'u');
  await query(
    `with p as (select u.tenant_id, u.id, a.id as account from users u join accounts a on a.id = u.account_id where a.email = $1),
      c as (insert into factor_changes (id, account_id, tenant_id, user_id, what, name) select gen_random_uuid(), p.account, p.tenant_id, p.id, 'added', 'Laptop' from p returning id)
      insert into tokens (hash, purpose, tenant_id, user_id, host, expires_at, body)
        select sha256($2::bytea), 'account.undo', p.tenant_id, p.id, $3, now() + interval '7 days', jsonb_build_object('account', p.account, 'change', c.id, 'email', $1::text) from p, c`,
    [unit.admin, link, `${unit.host}.localhost`],
  );
  const page = await newPage({ expected: ['410'] });
  await page.setViewportSize(phone);
  await page.goto(urlOf(unit.host, `/account/factors/${link}`));
  await page.getByRole('heading', { level: 1, name: 'Não foi você?' }).waitFor();
  await page.getByText('Laptop foi adicionado', { exact: false }).waitFor();
  await expect.poll(() => narrow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Desfazer e escolher nova senha' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/new/password/'), { timeout: 60_000 });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(urlOf(unit.host, `/account/factors/${link}`));
  await page.getByText('Este link já foi usado, expirou ou não é mais necessário.').waitFor();
  expect(complaints).toEqual([]);
});
