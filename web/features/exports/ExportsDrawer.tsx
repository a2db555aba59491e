import { useState } from 'react';
import { useRead } from '../../app/data/use-read.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { ExportItem } from './ExportItem.tsx';
import { exportsQuery } from './queries.ts';
import './exports.css';

function List() {
  const { t } = useTranslation();
  const [cursor, setCursor] = useState<string | null>(null);
  const { data } = useRead(exportsQuery(cursor));
  if (data.items.length === 0) return <EmptyState seed="exports" title={t('exports.none')} text={t('exports.noneText')} />;
  return (
    <>
      <ul className="plain-list export-list" aria-label={t('exports.list')}>
        {data.items.map((row) => (
          <ExportItem key={row.id} row={row} />
        ))}
      </ul>
      {(data.prev || data.next) && (
        <div className="row export-pager">
          {data.prev && <Button onClick={() => setCursor(data.prev)}>{t('exports.newer')}</Button>}
          {data.next && <Button onClick={() => setCursor(data.next)}>{t('exports.older')}</Button>}
        </div>
      )}
    </>
  );
}

/** `?exports=1` over any page: the user's exports, with progress and actions. */
export function ExportsDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <FormDrawer
      opened={opened}
      title={t('exports.list')}
      text={t('exports.listText')}
      dirty={false}
      readOnly
      onSubmit={onClose}
      onClose={onClose}
    >
      {opened && (
        <Reading
          waiting={() => <Skeleton height={180} radius={10} />}
          failure={({ error, onRetry }) => <ErrorState title={t('exports.listFailed')} text={errorText(error)} onRetry={onRetry} />}
        >
          <List />
        </Reading>
      )}
    </FormDrawer>
  );
}
