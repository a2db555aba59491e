import { expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { getUrl, measureOverflow, phone, signIn, signInByForm, useBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { makeOwnUnit } from '../support/own-unit.ts';
import { portal } from '../support/world.ts';

const { newPage, complaints } = useBrowser();

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
  await page.goto(getUrl(unit.host, `/account/factors/${link}`));
  await page.getByRole('heading', { level: 1, name: 'Não foi você?' }).waitFor();
  await page.getByText('Laptop foi adicionado', { exact: false }).waitFor();
  // A user's own language goes before the unit's, which they may not read.
  await query("update users set language = 'es' where email = $1", [unit.admin]);
  const own = await newPage();
  await own.goto(getUrl(unit.host, `/account/factors/${link}`));
  await own.getByRole('heading', { level: 1, name: '¿No has sido tú?' }).waitFor();
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Desfazer e escolher nova senha' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/new/password/'), { timeout: 60_000 });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(getUrl(unit.host, `/account/factors/${link}`));
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
  await expect.poll(() => measureOverflow(page)).toBeLessThanOrEqual(0);
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
  await operator.goto(getUrl('mirante', `/partners?area=users&id=${own?.id}&tab=security`));
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
  await admin.goto(getUrl(unit.host, `/user?id=${user?.id}&tab=security`));
  await admin.getByText('Caetano Brandão perdeu todos os segundos fatores', { exact: false }).waitFor();
  expect(await findings(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Readmitir' }).click();
  await admin.getByRole('status').filter({ hasText: 'Usuário readmitido' }).first().waitFor();
  expect(await query('select waits_at from users where id = $1', [user?.id])).toEqual([{ waits_at: null }]);
  expect(complaints).toEqual([]);
}, 180_000);
