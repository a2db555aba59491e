import type { Api } from '../support/api.ts';

/** The fields that a form sends for an unchanged report. */
export async function toDraft(admin: Api, id: string) {
  const { body } = await admin.get(`/api/auth/management/reports/${id}`);
  const { title, description, texts, verified, hidden, externalUrl, version } = body;
  const { navigationPanel, sideFilter, hiddenPages, visualHeaders, mobileBackground, orientation, showLastUpdate, tenantColors } = body;
  const { allowEdit, restriction, onCatalog, onApp, watermark, ignoreRlsRole, catalogDescription, resolution } = body;
  return {
    ...{ title, description, texts, verified, hidden, externalUrl, version, coverKind: body.cover.kind },
    ...{ groupId: body.group?.id ?? null, subgroupId: body.subgroup?.id ?? null, ownerId: body.owner?.id ?? null },
    ...{ navigationPanel, sideFilter, hiddenPages, visualHeaders, mobileBackground, orientation, showLastUpdate, tenantColors },
    ...{ allowEdit, restriction, onCatalog, onApp, watermark, ignoreRlsRole, catalogDescription, resolution },
  };
}
