import { listAzureCapacities } from './azure-capacities.ts';
import { controlling, runningRefreshes } from './azure-control.ts';
import { makeClient } from './client.ts';
import type { Capabilities, ReportProvider } from './port.ts';
import { browsing } from './powerbi-browse.ts';
import { embedding } from './powerbi-embed.ts';
import { exporting } from './powerbi-export.ts';
import { importing } from './powerbi-import.ts';
import { managing } from './powerbi-manage.ts';
import { rolesOfModels } from './powerbi-roles.ts';
import { valuesOfModels } from './powerbi-values.ts';
import { verifyAccount } from './verify-account.ts';

const capabilities: Capabilities = {
  workspaces: true,
  pages: true,
  rls: 'required-by-item',
  exportFormats: { report: ['PDF', 'PPTX', 'PNG'], paginated: ['PDF', 'PPTX', 'XLSX', 'DOCX', 'CSV'] },
  mostExportPages: 50,
  refresh: true,
  capacity: true,
  import: true,
  edit: true,
  clone: true,
  profiles: true,
  bookmarks: true,
};

export type Addresses = { authority: string; api: string; management: string };

/** The Power BI REST API (REPORT_SERVICE 1). The same code calls Microsoft and the local stand-in; only the addresses differ. */
export function powerBi({ authority, api, management }: Addresses): ReportProvider {
  const client = makeClient({ authority, base: `${api}/v1.0/myorg`, scope: 'https://analysis.windows.net/powerbi/api/.default' });
  const azure = makeClient({ authority, base: management, scope: 'https://management.azure.com/.default' });
  const provider = {
    capabilities,
    ...embedding(client),
    ...browsing(client),
    ...importing(client),
    ...exporting(client),
    ...managing(client),
    ...rolesOfModels(client),
    ...valuesOfModels(client),
    listAzureCapacities: listAzureCapacities(azure, management),
    ...controlling(azure),
    runningRefreshes: runningRefreshes(client),
  };
  return { ...provider, verify: verifyAccount(authority, client, provider.listAzureCapacities) };
}

/** The service's addresses from the Worker's settings. */
export const serviceAddresses = (env: {
  ENTRA_AUTHORITY: string;
  REPORT_SERVICE_API: string;
  AZURE_MANAGEMENT_API: string;
}): Addresses => ({
  authority: env.ENTRA_AUTHORITY,
  api: env.REPORT_SERVICE_API,
  management: env.AZURE_MANAGEMENT_API,
});
