import { loadPage, wholeAddress } from '../../app/address/navigation.ts';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { startActing } from '../../app/session/acting.ts';
import { translate } from '../../i18n.ts';
import { confirm } from '../../ui/confirm.ts';

/** View as: after one confirmation, this tab shows the portal as that user sees it for a quarter of an hour. */
export async function viewAs(person: { id: string; name: string }): Promise<void> {
  const agreed = await confirm({
    title: translate('remote.look.title', { person: person.name }),
    text: translate('remote.look.text', { person: person.name }),
    yes: translate('remote.look.yes'),
    no: translate('ui.cancel'),
  });
  if (!agreed) return;
  try {
    const answer = await call('POST /api/auth/remote/views', { user: person.id });
    startActing(answer, wholeAddress());
    loadPage('/');
  } catch (failure) {
    toastError(failure);
  }
}
