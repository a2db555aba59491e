import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import type { AuditFamily } from '../../../domain/audit-log/families.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { AuditFields } from './AuditFields.tsx';
import { auditRunQuery } from './queries.ts';
import { whatWords } from './words.ts';

function Changes({ run, family }: { run: string; family: AuditFamily | undefined }) {
  const { t } = useTranslation();
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(auditRunQuery(run, family));
  const rows = data.pages.flatMap(({ items }) => items);
  if (rows.length === 0) return <EmptyState compact text={t('audit.run.none')} />;
  return (
    <>
      <ul className="plain-list sign-ins-list">
        {rows.map((row) => (
          <li key={row.id}>
            <div className="sign-ins-words">
              <p>
                <b>{row.thing ?? '–'}</b> <span className="small muted">{whatWords(row.what, t)}</span>
              </p>
              <AuditFields fields={row.fields} />
            </div>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <p>
          <Button size="s" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('audit.run.more')}
          </Button>
        </p>
      )}
    </>
  );
}

/** `?run=<id>` over the change history: the records of one import. */
export function AuditRun({ run, family, onClose }: { run: string | undefined; family: AuditFamily | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <FormDrawer opened={run !== undefined} title={t('audit.run')} dirty={false} readOnly onSubmit={() => {}} onClose={onClose}>
      {run !== undefined && (
        <Reading>
          <Changes run={run} family={family} />
        </Reading>
      )}
    </FormDrawer>
  );
}
