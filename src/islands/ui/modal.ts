/** The old address of `ui/dialog.ts`, until nobody asks for it. */
export { firstFocus, focusFirst, useModal } from './dialog.ts';
