import { useRef, useState } from 'react';
import { emptyDraft } from '../../../domain/report-groups/fields.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { GroupFields } from './GroupFields.tsx';
import { GroupHistory } from './GroupHistory.tsx';
import { getWord, type Kind } from './kind.ts';
import type { OneGroup } from './queries.ts';
import { useChangeGroups } from './use-change-groups.ts';
import { useGroupForm } from './use-group-form.ts';
import { useSaveGroup } from './use-save-group.ts';

export type Panel = 'data' | 'history';
export type FormProps = {
  kind: Kind;
  title: string;
  /** Null adds a new one. */
  record: OneGroup | null;
  /** The group that a new sub-group starts in. */
  within?: string | undefined;
  /** The group that a sub-group belongs to, when its name is known. */
  group: { id: string; name: string } | null;
  opened: boolean;
  panel: Panel;
  onPanel: (panel: Panel) => void;
  onReload?: () => Promise<OneGroup | undefined>;
  onClose: () => void;
};

/** The fields of a group or sub-group, saved together; one that exists has its history beside them. */
export function GroupDrawerForm({ kind, title, record, within, group, opened, panel, onPanel, onReload, onClose }: FormProps) {
  const { t } = useTranslation();
  const word = getWord(kind);
  const form = useGroupForm(kind, { ...emptyDraft, groupId: kind === 'subgroups' ? (within ?? null) : null }, record);
  const { save, saving, problem, clear } = useSaveGroup(kind, record?.id ?? null, form);
  const { change } = useChangeGroups(kind);
  const [compared, setCompared] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const deleted = record?.visibility === 'deleted';
  const dirty = !deleted && form.dirty;
  const { leave } = useDrawerGuard(opened, dirty);

  const close = () => leave(onClose);
  const reload = async () => {
    const fresh = await onReload?.();
    if (!fresh) return;
    form.rebase(fresh);
    setCompared(true);
    clear();
    nameField.current?.focus();
  };
  const submit = async () => {
    if (deleted) {
      await change('restore', [record]);
      return close();
    }
    if (record && !form.dirty) return close();
    if (await save(record?.visibility === 'hidden')) close();
    else if (panel !== 'data') onPanel('data');
  };

  const fields = deleted ? (
    <Notice tone="warn">{t('groups.form.deleted')}</Notice>
  ) : (
    <>
      {compared && <Notice tone="info">{t('groups.form.compare')}</Notice>}
      <GroupFields kind={kind} form={form} group={group} nameRef={nameField} />
    </>
  );
  return (
    <DrawerForm
      title={title}
      text={record?.name}
      dirty={dirty}
      saving={saving}
      submitLabel={deleted ? t('groups.action.restore') : record ? undefined : t(`groups.${word}.create`)}
      problem={
        problem && (
          <SaveRefusal
            refusal={problem}
            changedText={t('groups.form.changed')}
            reloadLabel={t('groups.form.reload')}
            onReload={() => void reload()}
          />
        )
      }
      onSubmit={submit}
      onClose={close}
    >
      {record ? (
        <Tabs
          label={t('groups.form.tabs')}
          tabs={[
            { id: 'data', label: t('groups.form.data') },
            { id: 'history', label: t('groups.form.history') },
          ]}
          value={panel}
          onChange={onPanel}
        >
          <div className="drawer-panel">{panel === 'history' ? <GroupHistory kind={kind} id={record.id} /> : fields}</div>
        </Tabs>
      ) : (
        fields
      )}
    </DrawerForm>
  );
}
