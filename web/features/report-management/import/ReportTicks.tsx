import { Checkbox } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxPublished } from '../../../../domain/report-management/limits.ts';
import { matchesSearch } from '../../../../domain/text/fold.ts';
import { Reading } from '../../../app/layouts/Reading.tsx';
import { useTranslation } from '../../../i18n.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { SearchBox } from '../../../ui/table/SearchBox.tsx';
import { UiLink } from '../../../ui/UiLink.tsx';
import { managePath } from '../paths.ts';
import { serviceReportsQuery } from '../queries.ts';

type Props = {
  accountId: string;
  workspaceId: string;
  ticked: ReadonlySet<string>;
  onChange: (ticked: ReadonlySet<string>) => void;
};

/** The reports of a workspace with checkboxes; published ones are marked and link to the published report. */
export function ReportTicks(props: Props) {
  return (
    <Reading waiting={(onRetry) => <ListSkeleton count={6} onRetry={onRetry} />}>
      <Ticks {...props} />
    </Reading>
  );
}

function Ticks({ accountId, workspaceId, ticked, onChange }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { data } = useSuspenseQuery(serviceReportsQuery(accountId, workspaceId));
  if (data.items.length === 0) return <EmptyState title={t('manage.import.noReports')} text={t('manage.import.noReportsText')} />;
  const shown = data.items.filter((item) => matchesSearch(item.name, search));
  const free = shown.filter((item) => item.published.length === 0).map((item) => item.id);
  const all = free.length > 0 && free.every((id) => ticked.has(id));
  const toggle = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset className="manage-choices">
      <legend className="manage-label">{t('manage.import.reports')}</legend>
      <div className="row row-wrap">
        <SearchBox value={search} label={t('manage.import.findReport')} onChange={setSearch} />
        <Button
          size="s"
          disabledReason={free.length === 0 ? t('manage.import.allPublished') : null}
          onClick={() => onChange(all ? new Set([...ticked].filter((id) => !free.includes(id))) : new Set([...ticked, ...free]))}
        >
          {t(all ? 'manage.import.tickNone' : 'manage.import.tickAll')}
        </Button>
        <span className="muted small" role="status">
          {t('manage.import.ticked', { count: ticked.size })}
        </span>
      </div>
      {ticked.size > maxPublished && <p className="small manage-error">{t('manage.import.tooMany', { count: maxPublished })}</p>}
      <ul className="plain-list manage-ticks">
        {shown.map((item) => {
          const [published] = item.published;
          return (
            <li key={item.id}>
              {published ? (
                <span className="manage-tick-done">
                  <span>{item.name}</span>
                  <UiLink href={managePath(published.id)} className="push">
                    <Badge tone="ok">{t('manage.import.published')}</Badge>
                  </UiLink>
                </span>
              ) : (
                <Checkbox
                  label={item.name}
                  description={item.type === 'paginated' ? t('manage.import.paginated') : item.description || undefined}
                  checked={ticked.has(item.id)}
                  onChange={() => toggle(item.id)}
                />
              )}
            </li>
          );
        })}
        {shown.length === 0 && <li className="muted small">{t('manage.filter.none')}</li>}
      </ul>
    </fieldset>
  );
}
