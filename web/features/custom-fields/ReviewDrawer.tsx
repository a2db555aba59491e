import { useSuspenseQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CustomValue } from '../../../domain/custom-fields/field.ts';
import type { UnreviewedValue } from '../../../domain/custom-fields/review-contract.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { toast } from '../../ui/toast.ts';
import { CustomInput } from './CustomInput.tsx';
import { refreshFields, unreviewedQuery, useCustomFields } from './queries.ts';

const seenIn = ({ user, key, value }: UnreviewedValue) => ({ user, key, value });

/** Accepts and replaces values; the list is refetched after success and failure. */
function useReview() {
  const { t } = useTranslation();
  const { save, busy } = useSave({ refusal: 'toast', refresh: (client) => void refreshFields(client) });
  const run = (work: () => Promise<string>) => save(async () => toast.success(await work()));
  return {
    busy,
    accept: (rows: readonly UnreviewedValue[]) =>
      run(async () => {
        const { accepted } = await call('POST /api/auth/custom-fields/unreviewed/accept', { values: rows.map(seenIn) });
        return t('customFields.review.accepted', { count: accepted });
      }),
    replace: (row: UnreviewedValue, by: CustomValue | null) =>
      run(async () => {
        await call('PUT /api/auth/custom-fields/unreviewed', { ...seenIn(row), by: typeof by === 'string' && by !== '' ? by : null });
        return t('customFields.review.replaced');
      }),
  };
}
type Review = ReturnType<typeof useReview>;

function Replacement({ row, review, onCancel }: { row: UnreviewedValue; review: Review; onCancel: () => void }) {
  const { t } = useTranslation();
  const { fields, own } = useCustomFields('user');
  const [value, setValue] = useState<CustomValue | null>(row.value);
  const field = fields.find(({ key }) => key === row.key);
  if (!field) return null;
  return (
    <fieldset className="review-replacement" aria-label={t('customFields.review.replaceOf', { value: row.shown, name: row.name })}>
      <CustomInput field={field} own={own} value={value} onChange={setValue} />
      <div className="row row-wrap">
        <Button size="s" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button size="s" kind="primary" loading={review.busy} onClick={() => void review.replace(row, value)}>
          {t('customFields.review.save')}
        </Button>
      </div>
    </fieldset>
  );
}

function One({ row, review }: { row: UnreviewedValue; review: Review }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const [replacing, setReplacing] = useState(false);
  const label = useId();
  const names = { value: row.shown, name: row.name };
  return (
    <li aria-labelledby={label}>
      <p id={label}>
        <b>{row.name}</b> <span className="small muted">{row.email}</span>
      </p>
      <p>
        <span className="muted">{row.field}:</span> {row.shown}
        {row.at && (
          <span className="tiny muted"> · {t('customFields.review.at', { when: formatDateTime(language, new Date(row.at), zone) })}</span>
        )}
      </p>
      {replacing ? (
        <Replacement row={row} review={review} onCancel={() => setReplacing(false)} />
      ) : (
        <div className="row row-wrap">
          <Button
            size="s"
            loading={review.busy}
            aria-label={t('customFields.review.acceptOf', names)}
            onClick={() => void review.accept([row])}
          >
            {t('customFields.review.accept')}
          </Button>
          <Button size="s" loading={review.busy} aria-label={t('customFields.review.replaceOf', names)} onClick={() => setReplacing(true)}>
            {t('customFields.review.replace')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Values({ rows, total, review }: { rows: readonly UnreviewedValue[]; total: number; review: Review }) {
  const { t } = useTranslation();
  if (rows.length === 0) return <EmptyState compact text={t('customFields.review.none')} />;
  const acceptAll = async () => {
    const title = t('customFields.review.acceptAll', { count: rows.length });
    if (await confirm({ title, text: t('customFields.review.sure'), yes: t('customFields.review.accept'), no: t('ui.cancel') }))
      await review.accept(rows);
  };
  return (
    <>
      {total > rows.length && <p className="small muted">{t('customFields.review.more', { shown: rows.length, total })}</p>}
      <ul className="plain-list review-values">
        {rows.map((row) => (
          <One key={`${row.user} ${row.key} ${row.value}`} row={row} review={review} />
        ))}
      </ul>
      <p>
        <Button size="s" loading={review.busy} onClick={() => void acceptAll()}>
          {t('customFields.review.acceptAll', { count: rows.length })}
        </Button>
      </p>
    </>
  );
}

/** `?review=1` over the fields: values that users entered about themselves, reviewed before they may decide which rows they see. */
export function ReviewDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={opened} title={t('customFields.review.title')} onClose={onClose}>
      <Reviewing onClose={onClose} />
    </RecordDrawer>
  );
}

function Reviewing({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(unreviewedQuery);
  const review = useReview();
  return (
    <DrawerForm
      title={t('customFields.review.title')}
      text={t('customFields.review.why')}
      dirty={false}
      readOnly
      onSubmit={() => undefined}
      onClose={onClose}
    >
      <Values rows={data.items} total={data.total} review={review} />
    </DrawerForm>
  );
}
