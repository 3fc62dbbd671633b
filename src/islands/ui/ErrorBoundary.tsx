import { Component, type ReactNode } from 'react';
import { say } from '#browser/say';

interface BrokenWords {
  readonly sentence: string;
  readonly reload: string;
}
const ownersWords: BrokenWords = {
  sentence: say('This part of the page has stopped working. Please reload it.'),
  reload: say('Reload'),
};

interface Props {
  readonly children: ReactNode;
  readonly words?: BrokenWords;
}

/**
 * Keeps the page when a part of it cannot be drawn, as when an extension has changed it, and offers to reload it.
 * React logs the error.
 */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { children, words = ownersWords } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <div className="grid justify-items-start gap-4 py-8" role="alert">
        <p>{words.sentence}</p>
        <button className="btn btn-sm" type="button" onClick={() => location.reload()}>
          {words.reload}
        </button>
      </div>
    );
  }
}
