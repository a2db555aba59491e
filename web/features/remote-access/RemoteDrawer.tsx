import { useSuspenseQuery } from '@tanstack/react-query';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { DecideForm } from './DecideForm.tsx';
import { type OneRemote, remoteQuery } from './queries.ts';
import { RemoteFacts } from './RemoteFacts.tsx';
import { useDecide } from './use-remote-actions.ts';

function Decision({ request }: { request: OneRemote }) {
  const { t } = useTranslation();
  const me = useWho()?.user.id;
  const gate = request.awaits.person && request.person?.id === me ? 'person' : 'admin';
  return (
    <section aria-label={t('remote.decide')}>
      <DecideForm request={{ ...request, gate }} />
    </section>
  );
}

type Props = { id: string; onClose: () => void };

/** One request or past visit: the facts, what was opened and changed, and the form for the user who decides. */
export function RemoteDrawer({ opened, ...one }: Props & { opened: boolean }) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={opened} title={t('remote.title')} onClose={one.onClose}>
      <One {...one} />
    </RecordDrawer>
  );
}

function One({ id, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(remoteQuery(id));
  const decide = useDecide();
  return (
    <DrawerForm
      title={t(`remote.kind.${data.kind}`)}
      text={data.asker.name}
      dirty={false}
      readOnly
      onSubmit={() => undefined}
      onClose={onClose}
      aside={
        data.mine.end && (
          <Button kind="danger" onClick={() => void decide(id, 'end')}>
            {t('remote.end')}
          </Button>
        )
      }
    >
      <RemoteFacts request={data} />
      {data.mine.decide && <Decision request={data} />}
    </DrawerForm>
  );
}
