import { useEffect } from 'react';
import { showCarriedToast } from '../sign-in/carried-toast.ts';
import { Toasts } from '#islands/ui/Toasts.tsx';
import { desk } from './desk.ts';
import { EditDialog } from './EditDialog.tsx';
import { ItemsSection } from './ItemsSection.tsx';
import { RemovalDialog } from './RemovalDialog.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { UploadCard } from './UploadCard.tsx';
import { Uploader } from './Uploader.tsx';
import { useAlive } from '#islands/ui/use-alive.ts';

/** Everything under the title of /admin/gallery. As built it is the upload card and skeletons. */
export default function GalleryManager() {
  const isAlive = useAlive();
  useEffect(() => {
    void desk.start();
    showCarriedToast();
  }, []);
  return (
    <>
      <UploadCard />
      <ItemsSection />
      {isAlive && (
        <>
          <SelectionBar />
          <EditDialog />
          <RemovalDialog />
          <Uploader />
          <Toasts />
        </>
      )}
    </>
  );
}
