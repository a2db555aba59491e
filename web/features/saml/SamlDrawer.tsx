import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../app/data/api.ts';
import { ReadFailure } from '../../app/data/ReadFailure.tsx';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useSave } from '../../app/data/use-save.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { toast } from '../../ui/toast.ts';
import { OwnAddresses } from './OwnAddresses.tsx';
import { type SamlPanel, samlPanels } from './panels.ts';
import { appQuery, refreshSaml } from './queries.ts';
import { SamlFields } from './SamlFields.tsx';
import { SamlHistory } from './SamlHistory.tsx';
import { TestPanel } from './TestPanel.tsx';
import { inputOf, samlDraftOf, samlFields, useSamlForm } from './use-saml-form.ts';

type Props = {
  /** Null adds a new one. */
  id: string | null;
  opened: boolean;
  panel: SamlPanel;
  ticket: string | undefined;
  /** Users may be created at their first sign-in: in business units only. */
  joins: boolean;
  onPanel: (panel: SamlPanel) => void;
  onAdded: (id: string) => void;
  onClose: () => void;
};

/** Adds or edits an app; after adding, shows the values to enter at the provider. */
export function SamlDrawer({ id, opened, panel, ticket, joins, onPanel, onAdded, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useSamlForm();
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...appQuery(id ?? ''), enabled: opened && id !== null });
  const [loaded, setLoaded] = useState(id === null);
  const { save, busy, problem, clear } = useSave({ fields: samlFields, refuseAt: form.refuse });
  const dirty = loaded && form.dirty;
  const { leave } = useDrawerGuard(opened, dirty);
  // The form starts from a fresh response and keeps it until the user asks for a newer version.
  if (!loaded && data && isFetchedAfterMount) {
    setLoaded(true);
    form.load(samlDraftOf(data), data.version);
  }
  const submit = async () => {
    if (!loaded) return;
    clear();
    if (id !== null && !form.dirty) return leave(onClose);
    if (!form.check()) return onPanel('data');
    const done = await save(async () => {
      const input = inputOf(form.draft);
      const answer =
        id === null
          ? await call('POST /api/auth/saml/add', input)
          : await call('PUT /api/auth/saml/update', { ...input, id, version: form.version });
      refreshSaml(client);
      toast.success(t(id === null ? 'saml.added' : 'saml.saved'));
      leave(() => (id === null ? onAdded(answer.id) : onClose()));
    });
    if (!done) onPanel('data');
  };
  const reload = async () => {
    const fresh = await refetch();
    if (!fresh.data) return;
    form.load(samlDraftOf(fresh.data), fresh.data.version);
    clear();
  };
  const fields = () => {
    if (error && !data) return <ReadFailure error={error} onRetry={refetch} />;
    return loaded ? <SamlFields form={form} joins={joins} app={data} /> : <ListSkeleton count={6} onRetry={() => void refetch()} />;
  };
  return (
    <FormDrawer
      opened={opened}
      title={t(id === null ? 'saml.new' : 'saml.edit')}
      text={id === null ? t('saml.newText') : data?.name}
      dirty={dirty}
      saving={busy || (!loaded && !error)}
      readOnly={(!loaded && error !== null) || (panel !== 'data' && !dirty)}
      submitLabel={id === null ? t('saml.add') : undefined}
      problem={problem && <SaveRefusal refusal={problem} reloadLabel={t('saml.reload')} onReload={reload} />}
      onSubmit={submit}
      onClose={() => leave(onClose)}
    >
      {id === null ? (
        fields()
      ) : (
        <Tabs
          label={t('saml.panels')}
          tabs={samlPanels.map((each) => ({ id: each, label: t(`saml.panel.${each}`) }))}
          value={panel}
          onChange={onPanel}
        >
          <div className="drawer-panel">
            {panel === 'data' && fields()}
            {panel === 'own' && (data ? <OwnAddresses app={data} /> : <ListSkeleton count={4} onRetry={() => void refetch()} />)}
            {panel === 'test' && <TestPanel id={id} ticket={ticket} app={data} />}
            {panel === 'history' && <SamlHistory id={id} />}
          </div>
        </Tabs>
      )}
    </FormDrawer>
  );
}
