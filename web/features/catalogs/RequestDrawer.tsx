import { useSuspenseQuery } from '@tanstack/react-query';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import { requestQuery } from './queries.ts';
import { RequestFacts } from './RequestFacts.tsx';

type Props = { id: string; opened: boolean; onClose: () => void };

/** One request: the decision form for approvers, the outcome for everyone else. */
export function RequestDrawer(props: Props) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={props.opened} title={t('catalogs.request')} onClose={props.onClose}>
      <Request {...props} />
    </RecordDrawer>
  );
}

function Request({ id, opened, onClose }: Props) {
  const { t } = useTranslation();
  const me = useWho()?.user.id;
  const { data } = useSuspenseQuery(requestQuery(id));
  if (data.mayDecide && (data.state === 'pending' || data.state === 'granted' || data.state === 'denied'))
    return <DecisionForm request={data} opened={opened} onClose={onClose} />;
  // Only deciders are sent the restriction: they would otherwise look for the buttons.
  const isOwn = data.state === 'pending' && data.person.id === me && data.restriction !== null && !data.mayDecide;
  return (
    <DrawerForm title={t('catalogs.request')} text={data.report?.title} dirty={false} readOnly onSubmit={() => undefined} onClose={onClose}>
      {isOwn && <Notice tone="info">{t('catalog_own_request')}</Notice>}
      <RequestFacts request={data} />
    </DrawerForm>
  );
}
