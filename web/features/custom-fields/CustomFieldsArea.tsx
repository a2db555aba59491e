import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import type { ManagedField } from '../../../domain/custom-fields/contract.ts';
import { maxGlobalFields, maxOwnFields } from '../../../domain/custom-fields/limits.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useDrawerTarget } from '../../app/address/drawer-target.ts';
import { call } from '../../app/data/api.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { acting } from '../../app/session/acting.ts';
import { useWho } from '../../app/session/session.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTableFile } from '../../app/table-file/use-table-file.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { FieldTable } from './FieldTable.tsx';
import { listQuery } from './loader.ts';
import './custom-fields.css';

const FieldDrawer = lazy(() => import('./FieldDrawer.tsx').then((module) => ({ default: module.FieldDrawer })));
const ReviewDrawer = lazy(() => import('./ReviewDrawer.tsx').then((module) => ({ default: module.ReviewDrawer })));
const DeleteFields = lazy(() => import('./DeleteFields.tsx').then((module) => ({ default: module.DeleteFields })));
const kinds = { a2m: 'platform', master: 'partner', admin: 'unit', user: 'unit' } as const;

/** The custom fields of users and of reports: two lists, chosen by the address, with their drawer and deletion. */
export function CustomFieldsArea() {
  return (
    <div className="custom-area">
      <Reading>
        <Fields />
      </Reading>
    </div>
  );
}

function Fields() {
  const { data } = useSuspenseQuery(listQuery);
  const { t } = useTranslation();
  const values = useSearchValues();
  const change = useSetSearch();
  const profile = useWho()?.profile ?? 'admin';
  const of = values.of === 'report' ? 'report' : 'user';
  const { language, room } = data;
  const tenant = { kind: kinds[profile], language };
  const { shown, opened } = useDrawerTarget(values);
  const [removing, setRemoving] = useState<{ fields: readonly ManagedField[]; opened: boolean; onDone: () => void }>({
    fields: [],
    opened: false,
    onDone: () => undefined,
  });
  const file = useTableFile(() => call('GET /api/auth/custom-fields/export', {}));
  const full = room.own <= 0 && (tenant.kind === 'unit' || room.global <= 0);
  // Values cannot be reviewed during a visit.
  const waiting = acting() ? 0 : data.unreviewed;
  const reviews = values.review === '1';
  const counts = (which: 'user' | 'report') => data.items.filter((field) => field.of === which && field.state !== 'deleted').length;
  return (
    <>
      <div className="custom-head">
        <p className="small muted">
          {t(tenant.kind === 'unit' ? 'customFields.room' : 'customFields.roomGlobal', {
            count: maxOwnFields - room.own,
            most: maxOwnFields,
            global: maxGlobalFields - room.global,
            mostGlobal: maxGlobalFields,
          })}
        </p>
        <ExportMenu file={file} />
        <Button
          kind="primary"
          icon={IconPlus}
          disabledReason={full ? t('customFields.full', { limit: maxOwnFields }) : null}
          onClick={() => change({ new: '1', id: undefined })}
        >
          {t('customFields.new')}
        </Button>
      </div>
      {waiting > 0 && (
        <Notice
          tone="warn"
          title={t('customFields.review.waiting', { count: waiting })}
          action={
            <Button size="s" onClick={() => change({ review: '1' })}>
              {t('customFields.review')}
            </Button>
          }
        >
          {t('customFields.review.why')}
        </Notice>
      )}
      <Tabs
        label={t('customFields.tabs')}
        tabs={(['user', 'report'] as const).map((id) => ({ id, label: t(`customFields.of.${id}`), count: counts(id) }))}
        value={of}
        onChange={(next) => change({ of: next === 'report' ? next : undefined, search: undefined, view: undefined })}
      >
        <FieldTable
          key={of}
          of={of}
          own={language}
          fields={data.items}
          onDelete={(rows, onDone) => setRemoving({ fields: rows, opened: true, onDone })}
          onCreate={() => change({ new: '1', id: undefined })}
        />
      </Tabs>
      {shown && (
        <Part>
          <FieldDrawer
            key={shown.opening}
            id={shown.id}
            of={of}
            tenant={tenant}
            opened={opened}
            onClose={() => change({ id: undefined, new: undefined })}
          />
        </Part>
      )}
      {reviews && (
        <Part>
          <ReviewDrawer opened={reviews} onClose={() => change({ review: undefined })} />
        </Part>
      )}
      {removing.fields.length > 0 && (
        <Part>
          <DeleteFields
            fields={removing.fields}
            own={language}
            opened={removing.opened}
            onDone={removing.onDone}
            onClose={() => setRemoving((before) => ({ ...before, opened: false }))}
          />
        </Part>
      )}
    </>
  );
}
