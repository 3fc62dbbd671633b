/** The old address of `ui/Toasts.tsx`, until nobody asks for it. */
export { clearToast, showToast, type Toast } from './Toasts.tsx';
