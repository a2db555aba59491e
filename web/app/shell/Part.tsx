import { Component, type ReactNode, Suspense } from 'react';
import { translate } from '../../i18n.ts';
import { toast } from '../../ui/toast.ts';

/** A lazy part beside the page: if its code cannot load, e.g. after a deployment, a notice says so and the page stays. */
export class Part extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    // What failed once stays so until the page is loaded again: code that couldn't be fetched isn't asked for twice.
    toast.error(translate('shell.pageFailed'), { action: { label: translate('shell.reload'), onClick: () => location.reload() } });
  }

  override render() {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
