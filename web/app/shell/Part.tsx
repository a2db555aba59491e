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
    toast.error(translate('shell.pageFailed'));
  }

  override render() {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
