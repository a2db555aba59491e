import type { Measure } from '../../demo/catalog/types.ts';
import type { SimDataset, SimReport } from '../world-types.ts';
import { flavours } from './names.ts';
import { columnLabel, say, subjects, type Text } from './subjects.ts';
import type { Definition, dimensions, PageInfo, ReportLanguage } from './types.ts';

const measures: readonly Measure[] = ['amount', 'count', 'average', 'margin', 'rate'];
const overview: Text = ['Resumo', 'Resumo', 'Resumen', 'Overview'];
const by: Text = ['Por', 'Por', 'Por', 'By'];
const detail: Text = ['Detalhe', 'Detalhe', 'Detalle', 'Detail'];

/** Reads a language tag as the SDK sends it; anything unknown is English, as at the real service. */
export function reportLanguage(tag: string | null | undefined): ReportLanguage {
  const lower = (tag ?? '').toLowerCase();
  if (lower === 'pt-br' || lower === 'pt') return 'pt-BR';
  if (lower.startsWith('pt')) return 'pt-PT';
  if (lower.startsWith('es')) return 'es';
  return 'en-US';
}

export function listPages(dataset: Pick<SimDataset, 'subject' | 'flavour'>, language: ReportLanguage): PageInfo[] {
  const subject = subjects[dataset.subject];
  const word = (text: Text) => `${say(by, language)} ${say(text, language).toLowerCase()}`;
  return [
    { name: 'ReportSection', displayName: say(overview, language), visibility: 0, kind: 'overview' },
    { name: 'ReportSection5f2c91', displayName: word(flavours[dataset.flavour].region), visibility: 0, kind: 'regions' },
    { name: 'ReportSection81ab07', displayName: word(subject.channel), visibility: 0, kind: 'channels' },
    { name: 'ReportSectionc3d940', displayName: say(subject.members, language), visibility: 0, kind: 'members' },
    { name: 'ReportSectione77b12', displayName: say(detail, language), visibility: 1, kind: 'details' },
  ];
}

export function getDefinition(report: SimReport, dataset: SimDataset, language: ReportLanguage): Definition {
  const subject = subjects[dataset.subject];
  const region = flavours[dataset.flavour].region;
  const pick = <T>(read: (measure: Measure) => T) =>
    Object.fromEntries(measures.map((measure) => [measure, read(measure)])) as Record<Measure, T>; // because fromEntries forgets the keys
  const column = (name: (typeof dimensions)[number] | 'month', of: ReportLanguage) => columnLabel(dataset.subject, name, region, of);
  const named = (of: ReportLanguage) => ({
    region: column('region', of),
    channel: column('channel', of),
    member: column('member', of),
    product: column('product', of),
  });
  return {
    id: report.id,
    name: report.name,
    description: report.description,
    dataLanguage: dataset.language,
    currency: dataset.currency,
    layout: report.cover,
    measure: report.measure,
    table: say(subject.table, dataset.language),
    columns: { ...named(dataset.language), month: column('month', dataset.language) },
    labels: {
      ...named(language),
      members: say(subject.members, language),
      ...pick((measure) => say(subject.measures[measure].label, language)),
    },
    units: pick((measure) => subject.measures[measure].unit),
    inverse: pick((measure) => subject.measures[measure].inverse ?? false),
    pages: report.pages ?? listPages(dataset, language),
  };
}
