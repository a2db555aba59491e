import { isOn } from '../../../domain/contract/flag.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { type ExportFormat, exportFormats } from '../../../domain/exports/contract.ts';
import { filterText } from '../../../domain/exports/filter-text.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';
import type { Language } from '../../../domain/session/languages.ts';
import { mergeSettings } from '../../../domain/settings/defaults.ts';
import { isWatermarked, type Mark, seenBy, watermarkLook, watermarkText } from '../../../domain/watermark/watermark.ts';
import type { SessionContext } from '../../request/context.ts';
import { sha256, toBase64Url } from '../../services/ids.ts';
import { getIdentity, getProvider, preventedBy, type ReportFacts } from '../reports/index.ts';

export type Wanted = { format: ExportFormat; pages: string[]; bookmark: string | null; language: Language };
export type Decision = {
  /** The report's title in the language of the file. */
  title: string;
  identity: RlsIdentity | null;
  filters: string[];
  watermark: Mark | null;
  wish: string;
  mayShare: boolean;
};

/**
 * Decides what is exported and under which identity, from the current permissions. It uses the same rule as viewing (identityFor) and
 * throws where that refuses. A watermarked file names its user and is never shared.
 */
export async function decide(facts: ReportFacts, wanted: Wanted, ctx: SessionContext): Promise<Decision> {
  if (facts.kind !== 'powerbi') throw new AppError('export_not_offered');
  const identity = identityNow(facts, ctx);
  if (!facts.service_report_id || !facts.workspace_id || !facts.account_id) throw new AppError('report_missing_at_service');
  if (!exportsTo(facts, ctx).includes(wanted.format)) throw new AppError('export_not_offered', undefined, { field: 'format' });
  const filters = (facts.path_filters ?? []).flatMap((filter) => filterText(filter) ?? []);
  const watermark = chooseMark(facts, ctx);
  const content = [
    ...[facts.id, facts.account_id, facts.workspace_id, facts.service_report_id, facts.dataset_id, facts.data_at],
    ...[wanted.format, wanted.pages, wanted.bookmark, wanted.language, identity, filters, watermark !== null],
  ];
  const wish = toBase64Url(await sha256(JSON.stringify(content)));
  // If the data's time is unknown, a file made an hour ago may be outdated, so it is not shared.
  const { title } = facts.texts[wanted.language] ?? facts;
  return { title, identity, filters, watermark, wish, mayShare: watermark === null && facts.data_at !== null };
}

const exportsTo = (facts: ReportFacts, ctx: SessionContext): readonly ExportFormat[] =>
  exportFormats.filter((format) => getProvider(ctx).capabilities.exportFormats[facts.report_type].includes(format));

/** The identity under which this user sees the report now; throws the reason if they may not see it. */
export function identityNow(facts: ReportFacts, ctx: SessionContext): RlsIdentity | null {
  const prevented = preventedBy(facts, ctx);
  if (prevented === 'report_in_maintenance') throw new AppError(prevented, { until: new Date(facts.window_until ?? 0).toISOString() });
  const answer = getIdentity(facts);
  if (answer.kind === 'refused') throw new AppError(answer.code);
  return answer.kind === 'as' ? answer.identity : null;
}

function chooseMark(facts: ReportFacts, ctx: SessionContext): Mark | null {
  if (!isWatermarked(isOn(mergeSettings(facts.settings).enable_watermark), facts.watermark)) return null;
  const { template, opacity } = watermarkLook(facts.settings);
  const who = seenBy({ email: facts.person_email, name: facts.person_name, unit: ctx.tenant.name, ip: ctx.address }, facts.actor_name);
  return { text: watermarkText(template, who, new Date(ctx.clock.now()), ctx.tenant.zone), opacity };
}

/** Whether two identities are the same for the report service. */
export const sameIdentity = (one: RlsIdentity | null, other: RlsIdentity | null): boolean =>
  JSON.stringify(one && [one.username, [...one.roles].sort()]) === JSON.stringify(other && [other.username, [...other.roles].sort()]);
