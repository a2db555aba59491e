import { getClock, useSecondsLeft } from '../../app/session/use-countdown.ts';
import { useTranslation } from '../../i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTheme } from '../../ui/UiProvider.tsx';
import { DecideForm } from './DecideForm.tsx';
import { lengthInWords } from './lengths.ts';
import type { RemoteStatus } from './queries.ts';

type Props = { request: RemoteStatus['asks'][number]; onLater: () => void };

/** An incoming request: visitor, reason, scope and duration; the user approves it fully or partly, or refuses it. */
export function RequestModal({ request, onLater }: Props) {
  const { t } = useTranslation();
  const { name: unit } = useTheme();
  const left = useSecondsLeft(request.answerBy);
  const { asker, person, gate, reason, ticket, reach, minutes } = request;
  const title =
    gate === 'person'
      ? t('remote.ask.title', { person: asker.name })
      : person
        ? t('remote.ask.titleOf', { asker: asker.name, person: person.name })
        : t('remote.ask.titleUnit', { asker: asker.name, unit });
  return (
    <Dialog opened top onClose={onLater} title={title} text={t('remote.ask.left', { left: getClock(left) })}>
      <dl className="remote-facts remote-facts-two">
        <div>
          <dt>{t('remote.column.asker')}</dt>
          <dd>{asker.from ? `${asker.name} · ${asker.from}` : asker.name}</dd>
        </div>
        <div>
          <dt>{t('remote.asked')}</dt>
          <dd>{`${t(`remote.reach.${reach}`)} · ${lengthInWords(t, minutes)}`}</dd>
        </div>
        <div>
          <dt>{t('remote.reason')}</dt>
          <dd>{reason || t('remote.reason.none')}</dd>
        </div>
        {ticket && (
          <div>
            <dt>{t('remote.ticket')}</dt>
            <dd>{ticket}</dd>
          </div>
        )}
      </dl>
      <DecideForm request={request} onDone={onLater} />
    </Dialog>
  );
}
