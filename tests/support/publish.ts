import type { Page } from 'playwright-core';
import type { OwnUnit } from './own-unit.ts';

/** Fills the form of a new report-service account with values from the directory. */
export async function fillAccount(page: Page, principal: OwnUnit['principal']): Promise<void> {
  await page.getByLabel('Nome').first().fill('Power BI da Ipê');
  await page.getByLabel('ID do diretório').fill(principal.directoryId);
  await page.getByLabel('ID do aplicativo').fill(principal.appId);
  await page.getByLabel('Valor do segredo').fill(principal.secret);
  await page.getByLabel('Segredo termina em').fill('31/12/2030');
  await page.getByLabel('ID da assinatura').fill(principal.subscriptionId);
  await page.getByLabel('Grupo de recursos').fill(principal.resourceGroup);
  await page.getByLabel('ID do workspace').fill(principal.workspaceId);
}

/** Through the four steps of the wizard; the place and the audience are chosen in the third. */
export async function publish(page: Page, workspace: { name: string; reports: string[] }, group: string, audience: string): Promise<void> {
  await page.getByRole('button', { name: 'Importar de um workspace' }).first().click();
  await page.getByRole('radio', { name: workspace.name }).check();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Marcar todos' }).click();
  await page.getByText(`${workspace.reports.length} marcados`).waitFor();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('combobox', { name: 'Grupo' }).click();
  await page.getByRole('option', { name: group }).click();
  await page.getByRole('radio', { name: audience }).check();
  await page.getByRole('button', { name: 'Continuar' }).click();
  for (const title of workspace.reports) await page.getByText(title, { exact: true }).waitFor();
  await page.getByRole('button', { name: `Publicar ${workspace.reports.length} relatórios` }).click();
  await page.getByText(`${workspace.reports.length} relatórios publicados`).waitFor({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Ir para os relatórios' }).click();
}
