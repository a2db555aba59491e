import { Radio } from '@mantine/core';
import { maxPages } from '../../../domain/exports/limits.ts';
import { useTranslation } from '../../i18n.ts';

export type Pages = 'this' | 'all';
type Props = {
  page: { name: string; title: string } | null;
  count: number;
  tooMany: boolean;
  value: Pages;
  onChange: (pages: Pages) => void;
};

/** This page or all; a report with unknown pages is exported whole. */
export function PageChoice({ page, count, tooMany, value, onChange }: Props) {
  const { t } = useTranslation();
  if (!page || count === 0) return null;
  return (
    <Radio.Group label={t('exports.pages')} value={value} onChange={(next) => onChange(next === 'this' ? 'this' : 'all')}>
      <div className="export-pages">
        <Radio value="all" label={t('exports.allPages', { count })} disabled={tooMany} />
        {tooMany && <p className="small muted">{t('exports.tooMany', { count, limit: maxPages })}</p>}
        <Radio value="this" label={t('exports.thisPage', { name: page.title })} />
      </div>
    </Radio.Group>
  );
}
