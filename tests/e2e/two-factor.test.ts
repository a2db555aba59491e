import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { phone, settled, signIn, signInByForm, turnTo, urlOf, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { mailedCode } from '../support/make-factor.ts';
import { makeOwnUnit } from '../support/own-unit.ts';
import { password } from '../support/password.ts';
import { portal } from '../support/world.ts';

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
  await page.goto(urlOf(unit.host, '/signin'));
  await expect.poll(language).toBe('pt-BR');
  await signInByForm(page, unit.host, unit.admin);
  await heading('Protect your sign-in');
  expect(await language()).toBe('en-US');
  const key = (await page.locator('.factor-key').textContent()) ?? '';
  await page.getByLabel('Code from the e-mail').fill(await codeMailedTo(unit.admin));
  await page.getByLabel('Code from your app').fill(codeOf(key));
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
  // An address with too many attempts is offered nothing, and gets the reason on request.
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
      c as (insert into factor_changes (id, account_id, tenant_id, user_id, what, name)
        select gen_random_uuid(), p.account, p.tenant_id, p.id, 'added', 'Laptop'
        from p
        returning id)
      insert into tokens (hash, purpose, tenant_id, user_id, host, expires_at, body)
        select sha256($2::bytea), 'account.undo', p.tenant_id, p.id, $3, now() + interval '7 days',
          jsonb_build_object('account', p.account, 'change', c.id, 'email', $1::text)
          from p, c`,
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

/** The newest link about the account's factors that was mailed to an address, other than these. */
async function factorLinkTo(address: string, others: readonly string[] = []): Promise<string> {
  const links = async () => {
    const mails = (await (await fetch(`${portal().mail}/api/messages`)).json()) as { to: string[]; text: string }[]; // because the catcher's own type is this
    return mails
      .filter(({ to }) => to.includes(address))
      .flatMap(({ text }) => /http\S+\/account\/factors\/\S+/.exec(text)?.[0] ?? [])
      .filter((link) => !others.includes(link));
  };
  await expect.poll(links, { timeout: 60_000 }).not.toEqual([]);
  return (await links())[0] ?? '';
}

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
  await page.goto(urlOf('vertice', '/signin'));
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

test('a user who lost everything starts the reset, cancels it, and is readmitted or released by those who may', async () => {
  const unit = await makeOwnUnit();
  const [user] = await query(
    'select u.id, u.account_id as account from users u join accounts a on a.id = u.account_id where a.email = $1',
    [unit.viewer],
  );
  await query(
    `insert into factors (id, holder, account_id, kind, name, secret)
      select gen_random_uuid(), a, a, 'totp', 'Telefone', 'sealed'
      from (select $1::uuid) x (a)`,
    [user?.account],
  );
  const factors = async () => (await query('select 1 from factors where account_id = $1', [user?.account])).length;
  const page = await newPage({ expected: ['403', '410'] });
  page.setDefaultTimeout(60_000);
  await page.setViewportSize(phone);
  const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await signInByForm(page, unit.host, unit.viewer);
  await title('Mais uma etapa');
  await page.getByRole('button', { name: 'Perdi tudo' }).click();
  await page.getByText('Enviamos um link para o e-mail da sua conta.').waitFor();
  expect(await findings(page)).toEqual([]);
  const lost = await factorLinkTo(unit.viewer);
  await page.goto(lost);
  await title('Começar a redefinição?');
  await expect.poll(() => narrow(page)).toBeLessThanOrEqual(0);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Começar a redefinição' }).click();
  await title('A redefinição começou');
  const first = await factorLinkTo(unit.viewer, [lost]);
  // The second step says that it runs, and mails the link that cancels it again.
  await signInByForm(page, unit.host, unit.viewer);
  await title('Mais uma etapa');
  await page.getByText('Uma redefinição dos seus segundos fatores está em andamento').waitFor();
  await page.getByText(/A partir de \d{2}\/\d{2}\/\d{4} \d{2}:\d{2} seus segundos fatores são removidos/).waitFor();
  expect(await page.getByRole('button', { name: 'Perdi tudo' }).count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Enviar de novo o link que cancela' }).click();
  await page.getByText('Enviamos o e-mail com o link que cancela a redefinição.').waitFor();
  // Nothing is removed before the day is over, and the mail that announces it cancels it.
  expect(await factors()).toBeGreaterThan(0);
  await page.goto(await factorLinkTo(unit.viewer, [lost, first]));
  await title('Manter seus segundos fatores?');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Manter', exact: true }).click();
  await title('Seus segundos fatores ficam');
  await page.goto(lost);
  await page.getByText('Este link já foi usado, expirou ou não é mais necessário.').waitFor();

  // Otherwise the platform releases the account at once, with a reason.
  const operator = await newPage();
  operator.setDefaultTimeout(60_000);
  await signIn(operator, 'mirante', 'operator@mirante.test');
  const [own] = await query("select id from users where email = 'operator@mirante.test'");
  await operator.goto(urlOf('mirante', `/partners?area=users&id=${own?.id}&tab=security`));
  const release = operator.getByRole('region', { name: 'Liberar uma conta' });
  await release.getByRole('button', { name: 'Liberar' }).click();
  await release.locator('.field-error').first().waitFor();
  await release.getByLabel('E-mail da conta').fill(unit.viewer);
  await release.getByLabel('Motivo').fill('Telefone e códigos perdidos, identidade conferida por vídeo');
  await release.getByRole('button', { name: 'Liberar' }).click();
  await operator.getByRole('status').filter({ hasText: 'Conta liberada' }).first().waitFor();
  expect(await factors()).toBe(0);

  // A reset by link leaves the user waiting in units that require a factor, until an administrator readmits them.
  await query('update users set waits_at = now() where id = $1', [user?.id]);
  const admin = await newPage();
  admin.setDefaultTimeout(60_000);
  await signIn(admin, unit.host, unit.admin);
  await admin.goto(urlOf(unit.host, `/user?id=${user?.id}&tab=security`));
  await admin.getByText('Caetano Brandão perdeu todos os segundos fatores', { exact: false }).waitFor();
  expect(await findings(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Readmitir' }).click();
  await admin.getByRole('status').filter({ hasText: 'Usuário readmitido' }).first().waitFor();
  expect(await query('select waits_at from users where id = $1', [user?.id])).toEqual([{ waits_at: null }]);
  expect(complaints).toEqual([]);
}, 180_000);
