import { useSuspenseQuery } from '@tanstack/react-query';
import { getLabel } from '../../../domain/custom-fields/field.ts';
import type { FieldOwner } from '../../../domain/custom-fields/limits.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { FieldFields } from './FieldFields.tsx';
import { FieldSummary } from './FieldSummary.tsx';
import { type OneField, oneQuery } from './queries.ts';
import { type Tenant, useFieldForm } from './use-field-form.ts';

type Props = { of: FieldOwner; tenant: Tenant; opened: boolean; onClose: () => void };

/** Adds a field (`id` null) or edits one over its list; a field from the layer above, or a deleted one, is read-only. */
export function FieldDrawer({ id, ...form }: Props & { id: string | null }) {
  const { t } = useTranslation();
  const title = t(id === null ? 'customFields.add' : 'customFields.edit');
  return (
    <RecordDrawer opened={form.opened} title={title} onClose={form.onClose}>
      {id === null ? <FieldForm {...form} record={null} /> : <ExistingField {...form} id={id} />}
    </RecordDrawer>
  );
}

function ExistingField({ id, ...form }: Props & { id: string }) {
  const { data, refetch } = useSuspenseQuery(oneQuery(id));
  return <FieldForm {...form} record={data} onReload={async () => (await refetch()).data} />;
}

type FormProps = Props & { record: OneField | null; onReload?: () => Promise<OneField | undefined> };

function FieldForm({ record, of, tenant, opened, onReload, onClose }: FormProps) {
  const { t, language } = useTranslation();
  const form = useFieldForm(record, of, tenant);
  const fixed = record && (!record.mine || record.state === 'deleted') ? record : null;
  const dirty = !fixed && form.dirty;
  const { leave } = useDrawerGuard(opened, dirty);
  const close = () => leave(onClose);
  const submit = async () => {
    if (fixed) return;
    if (record && !form.dirty) return close();
    if (await form.save()) close();
  };
  const reload = async () => {
    const fresh = await onReload?.();
    if (fresh) form.rebase(fresh);
  };
  const { problem } = form;
  return (
    <DrawerForm
      title={t(!record ? 'customFields.add' : fixed ? 'customFields.look' : 'customFields.edit')}
      text={record ? getLabel(record, language, tenant.language) : undefined}
      dirty={dirty}
      saving={form.saving}
      readOnly={fixed !== null}
      submitLabel={record ? undefined : t('customFields.create')}
      problem={
        problem && (
          <SaveRefusal refusal={problem} changedText={t('customFields.changed')} reloadLabel={t('settings.reload')} onReload={reload} />
        )
      }
      onSubmit={submit}
      onClose={close}
    >
      {fixed ? (
        <>
          <Notice tone="info" live={false}>
            {t(fixed.state === 'deleted' ? 'customFields.deletedText' : 'customFields.aboveText')}
          </Notice>
          <FieldSummary field={fixed} own={tenant.language} />
        </>
      ) : (
        <FieldFields form={form} tenant={tenant} stored={record} />
      )}
    </DrawerForm>
  );
}
