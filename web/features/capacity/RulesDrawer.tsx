import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { toast } from '../../ui/toast.ts';
import { DryRunPanel } from './DryRunPanel.tsx';
import { FirstPause } from './FirstPause.tsx';
import { capacityQuery, refreshCapacities } from './queries.ts';
import { RulesFields } from './RulesFields.tsx';
import type { Capacity } from './types.ts';
import { getChanges, ruleFields, toDraft, useRulesForm } from './use-rules-form.ts';

type Props = { id: string; opened: boolean; onClose: () => void };

/** The rules of a capacity, tried on the demand of the last days before they are saved. */
export function RulesDrawer({ id, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={opened} title={t('capacity.rules.title')} gone={t('capacity.gone')} onClose={onClose}>
      <Loaded id={id} opened={opened} onClose={onClose} />
    </RecordDrawer>
  );
}

function Loaded({ id, ...props }: Props) {
  const { data, refetch } = useSuspenseQuery({ ...capacityQuery(id), refetchInterval: false });
  if (!data.rules) return null;
  return <Form capacity={data} rules={data.rules} onReload={async () => (await refetch()).data} {...props} />;
}

type FormProps = Omit<Props, 'id'> & {
  capacity: Capacity;
  rules: NonNullable<Capacity['rules']>;
  onReload: () => Promise<Capacity | undefined>;
};

function Form({ capacity, rules, onReload, opened, onClose: shut }: FormProps) {
  const { t } = useTranslation();
  const { id, name } = capacity;
  const form = useRulesForm(rules, capacity.version);
  const [asks, setAsks] = useState(false);
  const { save, busy, problem, problemAt, clear } = useSave({ fields: ruleFields, refresh: refreshCapacities });
  const { leave } = useDrawerGuard(opened, form.dirty);
  const close = () => leave(shut);
  const send = (confirm?: string) =>
    save(async () => {
      const changes = getChanges(form.draft, form.changed);
      await call('PUT /api/auth/resources/{id}', { id, version: form.version, ...changes, ...(confirm && { confirm }) });
      setAsks(false);
      toast.success(t('capacity.rules.saved'));
      close();
    });
  const submit = async () => {
    clear();
    if (!form.check()) return;
    if (!form.dirty) return close();
    // Idle pauses are turned on with the capacity's name.
    if (form.draft.autoPause === 'S' && form.base.autoPause === 'N') return setAsks(true);
    await send();
  };
  const reload = async () => {
    const fresh = await onReload();
    if (fresh?.rules) form.rebase(toDraft(fresh.rules), fresh.version);
    clear();
  };
  return (
    <>
      <DrawerForm
        title={t('capacity.rules.title')}
        text={name}
        dirty={opened && form.dirty}
        saving={busy}
        problem={
          problem && (
            <>
              {problem.text}{' '}
              {problem.changed && (
                <Button size="s" onClick={() => void reload()}>
                  {t('capacity.form.reload')}
                </Button>
              )}
            </>
          )
        }
        onSubmit={submit}
        onClose={close}
      >
        <RulesFields form={form} capacity={capacity} problemAt={problemAt} />
        <DryRunPanel id={id} form={form} />
      </DrawerForm>
      <FirstPause
        capacity={capacity}
        opened={asks}
        problem={problem?.text ?? null}
        onConfirm={() => send(name)}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
