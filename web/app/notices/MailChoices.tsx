import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { families } from '../../../domain/notifications/families.ts';
import { useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { call } from '../data/api.ts';
import { type MailChoices as Choices, mailChoicesQuery } from '../data/news.ts';
import { Reading } from '../layouts/Reading.tsx';
import { toastError } from './notify.ts';
import './mail-choices.css';

type Kind = Choices['kinds'][number]['kind'];

/** Which notifications reach the user by e-mail: one switch per kind, saved immediately. */
export function MailChoices() {
  return (
    <Reading>
      <Switches />
    </Reading>
  );
}

function Switches() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useSuspenseQuery(mailChoicesQuery);
  const put = (kind: Kind, mail: boolean) =>
    client.setQueryData(
      mailChoicesQuery.queryKey,
      (known) => known && { ...known, kinds: known.kinds.map((each) => (each.kind === kind ? { ...each, mail } : each)) },
    );
  const save = async (kind: Kind, mail: boolean) => {
    put(kind, mail);
    try {
      await call('PUT /api/auth/notifications/mail', { kinds: [{ kind, mail }] });
    } catch (failure) {
      put(kind, !mail);
      toastError(failure);
    }
  };
  return (
    <div className="mail-choices">
      <p className="muted small">{t('settings.mine.to', { address: data.address })}</p>
      {!data.unitSends && <Notice tone="info">{t('settings.mine.off')}</Notice>}
      {families.map((family) => {
        const kinds = data.kinds.filter((each) => each.family === family);
        if (kinds.length === 0) return null;
        return (
          <section key={family} aria-labelledby={`mail-${family}`}>
            <h3 id={`mail-${family}`}>{t(`inbox.family.${family}`)}</h3>
            {kinds.map(({ kind, mail }) => (
              <SwitchRow key={kind} label={t(`notifications.${kind}.name`)} checked={mail} onChange={(next) => void save(kind, next)} />
            ))}
          </section>
        );
      })}
    </div>
  );
}
